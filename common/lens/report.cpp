// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "report.hpp"

#include <bit>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "model.hpp"
#include "wb/error.hpp"

namespace wb::lens {
namespace {

using nlohmann::json;

json model_to_json(const LensModel& model) {
  return {{"name", model.name},        {"lanes", model.lanes}, {"sector", model.sector_bytes},
          {"line", model.line_bytes},  {"banks", model.banks}, {"bank", model.bank_bytes},
          {"pairs", model.pairs_merge}};
}

[[noreturn]] void refuse(const json& j, const std::string& due) {
  throw Error("the lens's counts hold a wrong " + std::string(j.type_name()) + " where " + due +
              " is due");
}

/// A count: whole, not negative, and what fits. The library would make some number of any other.
template <typename T>
T whole(const json& j) {
  if (!j.is_number_unsigned() ||
      j.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<T>::max()}) {
    refuse(j, "a count");
  }
  return j.get<T>();
}

int exit_code_from_json(const json& j) {
  if (j.is_number_unsigned()) return whole<int>(j);
  if (!j.is_number_integer() || j.get<std::int64_t>() < std::numeric_limits<int>::min()) {
    refuse(j, "an exit code");
  }
  return j.get<int>();
}

std::vector<std::uint64_t> range_from_json(const json& j) {
  if (!j.is_array()) refuse(j, "a range");
  std::vector<std::uint64_t> range;
  for (const json& size : j) range.push_back(whole<std::uint64_t>(size));
  return range;
}

LensModel model_from_json(const json& j) {
  LensModel model;
  j.at("name").get_to(model.name);
  model.lanes = whole<unsigned>(j.at("lanes"));
  model.sector_bytes = whole<unsigned>(j.at("sector"));
  model.line_bytes = whole<unsigned>(j.at("line"));
  model.banks = whole<unsigned>(j.at("banks"));
  model.bank_bytes = whole<unsigned>(j.at("bank"));
  j.at("pairs").get_to(model.pairs_merge);
  for (const unsigned value :
       {model.lanes, model.sector_bytes, model.line_bytes, model.banks, model.bank_bytes}) {
    if (!std::has_single_bit(value)) throw Error("the lens's model holds no power of two");
  }
  if (model.lanes > kMaxLanes || model.line_bytes < model.sector_bytes) {
    throw Error("the lens's model has too many lanes, or lines shorter than sectors");
  }
  return model;
}

json counts_to_json(LensCounts counts) {
  json j = json::object();
  for_each_counter(counts, [&](const char* name, std::uint64_t& value) {
    if (value != 0) j[name] = value;
  });
  return j;
}

LensCounts counts_from_json(const json& j) {
  if (!j.is_object()) refuse(j, "an object of counters");
  LensCounts counts;
  for_each_counter(counts, [&](const char* name, std::uint64_t& value) {
    const auto found = j.find(name);
    value = found == j.end() ? 0 : whole<std::uint64_t>(*found);
  });
  return counts;
}

ProcessReport process_from_json(const json& document) {
  ProcessReport process;
  process.report.model = model_from_json(document.at("model"));
  process.report.peak_trace_bytes = whole<std::uint64_t>(document.at("peak_trace_bytes"));
  document.at("error").get_to(process.error);
  process.exit_code = exit_code_from_json(document.at("exit_code"));
  document.at("launched").get_to(process.launched);
  for (const json& entry : document.at("kernels")) {
    LensKernel kernel;
    entry.at("kernel").get_to(kernel.kernel);
    document.at("sources").at(whole<std::size_t>(entry.at("source"))).get_to(kernel.source);
    entry.at("options").get_to(kernel.options);
    kernel.global = range_from_json(entry.at("global"));
    kernel.local = range_from_json(entry.at("local"));
    kernel.launches = whole<std::uint64_t>(entry.at("launches"));
    for (const json& line : entry.at("lines")) {
      const auto number = whole<unsigned>(line.at("line"));
      if (!kernel.lines.empty() && number <= kernel.lines.back().line) {
        throw Error("the lens's counts name lines out of order");
      }
      kernel.lines.push_back({number, counts_from_json(line.at("counts"))});
      kernel.counts += kernel.lines.back().counts;  // so the sums agree by construction
    }
    process.report.kernels.push_back(std::move(kernel));
  }
  return process;
}

}  // namespace

std::string model_to_text(const LensModel& model) {
  return model_to_json(model).dump();
}

LensModel model_from_text(const std::string& text) {
  try {
    return model_from_json(json::parse(text));
  } catch (const json::exception& error) {
    throw Error(std::string("the lens's model is malformed: ") + error.what());
  }
}

std::string to_text(const ProcessReport& process) {
  const LensReport& report = process.report;
  std::map<std::string, std::size_t> index;  // many kernels share one source
  json sources = json::array(), kernels = json::array();
  for (const LensKernel& kernel : report.kernels) {
    const auto [it, fresh] = index.emplace(kernel.source, index.size());
    if (fresh) sources.push_back(kernel.source);
    json lines = json::array();
    for (const LensLine& line : kernel.lines)
      lines.push_back({{"line", line.line}, {"counts", counts_to_json(line.counts)}});
    kernels.push_back({{"kernel", kernel.kernel},
                       {"source", it->second},
                       {"options", kernel.options},
                       {"global", kernel.global},
                       {"local", kernel.local},
                       {"launches", kernel.launches},
                       {"lines", lines}});
  }
  const json document = {{"model", model_to_json(report.model)},
                         {"peak_trace_bytes", report.peak_trace_bytes},
                         {"error", process.error},
                         {"exit_code", process.exit_code},
                         {"launched", process.launched},
                         {"sources", sources},
                         {"kernels", kernels}};
  // Programs are bytes, not always text: what is not UTF-8 is replaced.
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

ProcessReport from_text(const std::string& text) {
  try {
    return process_from_json(json::parse(text));
  } catch (const json::exception& error) {
    throw Error(std::string("the lens's counts are malformed: ") + error.what());
  }
}

}  // namespace wb::lens
