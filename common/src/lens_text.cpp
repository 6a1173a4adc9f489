// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What the lens saw, as text for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "wb/lens.hpp"

namespace wb {
namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 1.0 : static_cast<double>(a) / static_cast<double>(b);
}

std::string range_text(const std::vector<std::uint64_t>& range) {
  return fmt::format("{}", fmt::join(range, "x"));
}

std::string kernel_title(const LensKernel& kernel, const std::string& name) {
  return fmt::format("{}  global {}, local {}, {} launch{}{}{}", name, range_text(kernel.global),
                     range_text(kernel.local), kernel.launches, kernel.launches == 1 ? "" : "es",
                     kernel.options.empty() ? "" : ", options ", kernel.options);
}

std::string global_row(const char* name, const GlobalCounts& counts) {
  if (counts.requests == 0) return "";
  return fmt::format("  {:<14}{:>12}{:>12}{:>12}{:>9.2f}{:>12}\n", name, counts.requests,
                     counts.sectors, counts.ideal_sectors,
                     ratio(counts.sectors, counts.ideal_sectors), counts.bytes);
}

std::string local_row(const char* name, const LocalCounts& counts) {
  if (counts.requests == 0) return "";
  return fmt::format("  {:<14}{:>12}{:>12}{:>12}{:>9.2f}\n", name, counts.requests,
                     counts.wavefronts, counts.ideal_wavefronts,
                     ratio(counts.wavefronts, counts.ideal_wavefronts));
}

std::string count_row(const char* name, std::uint64_t requests, const char* what,
                      std::uint64_t count) {
  if (requests == 0) return "";
  return fmt::format("  {:<14}{:>12}{:>12} {}\n", name, requests, count, what);
}

}  // namespace

std::vector<std::string> row_names(const LensReport& report) {
  std::vector<std::string> names;
  std::map<std::pair<std::string, std::vector<std::uint64_t>>, int> seen;
  for (const LensKernel& kernel : report.kernels) {
    const int count = ++seen[{kernel.kernel, kernel.global}];
    names.push_back(count == 1 ? kernel.kernel : fmt::format("{} ({})", kernel.kernel, count));
  }
  return names;
}

std::string lens_table(const LensReport& report) {
  std::string text = fmt::format("The lens, {} (a model, not a measurement of a device)\n",
                                 report.model.describe());
  const std::vector<std::string> names = row_names(report);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const LensKernel& kernel = report.kernels[i];
    const LensCounts& c = kernel.counts;
    text += fmt::format("\n{}\n", kernel_title(kernel, names[i]));
    const std::string global =
        global_row("global load", c.global_load) + global_row("global store", c.global_store);
    if (!global.empty())
      text += fmt::format("  {:<14}{:>12}{:>12}{:>12}{:>9}{:>12}\n", "", "requests", "sectors",
                          "ideal", "excess", "bytes") +
              global;
    const std::string local =
        local_row("local load", c.local_load) + local_row("local store", c.local_store);
    if (!local.empty())
      text += fmt::format("  {:<14}{:>12}{:>12}{:>12}{:>9}\n", "", "requests", "wavefronts",
                          "ideal", "conflict") +
              local;
    text += count_row("constant load", c.constant_requests, "words", c.constant_words);
    text += count_row("atomics", c.atomic_requests, "passes", c.atomic_serialised);
    if (c.image_requests != 0)
      text += fmt::format("  {:<14}{:>12}\n", "image read", c.image_requests);
    if (c.image_write_requests != 0)
      text += fmt::format("  {:<14}{:>12}\n", "image write", c.image_write_requests);
    if (c.barriers != 0) text += fmt::format("  {:<14}{:>12}\n", "barriers", c.barriers);
    const FlopCounts& f = c.flops;
    if (f.add + f.mul + f.fma + f.div + f.special != 0)
      text += fmt::format("  {:<14}  add {}, mul {}, fma {}, div {}, special {}\n", "flops", f.add,
                          f.mul, f.fma, f.div, f.special);
    text += fmt::format("  {:<14}{:>12.3f}\n", "SIMT efficiency",
                        c.simt_efficiency(report.model.lanes));
  }
  text += fmt::format("\nlargest trace of a work-group between two barriers: {} KiB\n",
                      report.peak_trace_bytes / 1024);
  return text;
}

std::string annotated_source(const LensKernel& kernel, const LensModel& model) {
  // One column for each kind of access that the kernel makes: requests x cost each / ideal each.
  using Cell = std::function<std::string(const LensCounts&)>;
  std::vector<std::pair<std::string, Cell>> columns;
  const auto costs = [](std::uint64_t requests, std::uint64_t cost, std::uint64_t ideal) {
    if (requests == 0) return std::string();
    return fmt::format("{} x {:.1f}/{:.1f}", requests, ratio(cost, requests),
                       ratio(ideal, requests));
  };
  columns.emplace_back("lanes", [](const LensCounts& c) {
    if (c.warp_instructions == 0) return std::string();
    return fmt::format("{:.1f}", ratio(c.lane_instructions, c.warp_instructions));
  });
  const auto add = [&](const char* name, auto member) {
    columns.emplace_back(name, [member, costs](const LensCounts& c) {
      const auto& counts = c.*member;
      if constexpr (requires { counts.sectors; })
        return costs(counts.requests, counts.sectors, counts.ideal_sectors);
      else
        return costs(counts.requests, counts.wavefronts, counts.ideal_wavefronts);
    });
  };
  const LensCounts& all = kernel.counts;
  if (all.global_load.requests != 0) add("global load", &LensCounts::global_load);
  if (all.global_store.requests != 0) add("global store", &LensCounts::global_store);
  if (all.local_load.requests != 0) add("local load", &LensCounts::local_load);
  if (all.local_store.requests != 0) add("local store", &LensCounts::local_store);
  columns.emplace_back("other", [](const LensCounts& c) {
    std::vector<std::string> parts;
    if (c.constant_requests != 0)
      parts.push_back(fmt::format("constant {} x {:.1f}", c.constant_requests,
                                  ratio(c.constant_words, c.constant_requests)));
    if (c.atomic_requests != 0)
      parts.push_back(fmt::format("atomic {} x {:.1f}", c.atomic_requests,
                                  ratio(c.atomic_serialised, c.atomic_requests)));
    if (c.image_requests != 0) parts.push_back(fmt::format("image {}", c.image_requests));
    if (c.image_write_requests != 0)
      parts.push_back(fmt::format("image write {}", c.image_write_requests));
    if (c.barriers != 0) parts.push_back(fmt::format("barrier {}", c.barriers));
    return fmt::format("{}", fmt::join(parts, ", "));
  });

  std::map<unsigned, LensCounts> counts;
  for (const LensLine& line : kernel.lines) counts[line.line] = line.counts;
  std::vector<std::size_t> widths;
  for (const auto& [name, cell] : columns) {
    std::size_t width = name.size();
    for (const auto& [line, c] : counts) width = std::max(width, cell(c).size());
    widths.push_back(width);
  }
  const auto row = [&](const std::function<std::string(std::size_t)>& cell, const std::string& line,
                       const std::string& source) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i)
      text += fmt::format("{:>{}}  ", cell(i), widths[i]);
    text += fmt::format("{:>5}  {}", line, source);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = fmt::format(
      "{}\nlens, {}\neach access: requests x {} each / the least they need; lanes: active of {}\n",
      kernel_title(kernel, kernel.kernel), model.describe(),
      "sectors (global) or wavefronts (local)", model.lanes);
  text += row([&](std::size_t i) { return columns[i].first; }, "line", "");
  const auto counted_row = [&](unsigned line, const std::string& name, const std::string& source) {
    const auto it = counts.find(line);
    text +=
        row([&](std::size_t i) { return it == counts.end() ? "" : columns[i].second(it->second); },
            name, source);
    if (it != counts.end()) counts.erase(it);
  };
  if (kernel.source.empty() && !counts.empty())
    text += "(the program was loaded as a binary, without its source: switch its cache off)\n";
  std::istringstream source(kernel.source);
  unsigned number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    counted_row(number, std::to_string(number), line);
  }
  if (counts.count(0) != 0) counted_row(0, "", "(no line)");
  while (!counts.empty()) {  // a #line directive, or a header
    const unsigned line = counts.begin()->first;
    counted_row(line, std::to_string(line), "(not in this source)");
  }
  return text;
}

}  // namespace wb
