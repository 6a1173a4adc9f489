// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "report.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "model.hpp"

namespace wb::lens {
namespace {

using nlohmann::json;

json model_to_json(const LensModel& model) {
  return {{"name", model.name},        {"lanes", model.lanes}, {"sector", model.sector_bytes},
          {"line", model.line_bytes},  {"banks", model.banks}, {"bank", model.bank_bytes},
          {"pairs", model.pairs_merge}};
}

LensModel model_from_json(const json& j) {
  LensModel model;
  j.at("name").get_to(model.name);
  j.at("lanes").get_to(model.lanes);
  j.at("sector").get_to(model.sector_bytes);
  j.at("line").get_to(model.line_bytes);
  j.at("banks").get_to(model.banks);
  j.at("bank").get_to(model.bank_bytes);
  j.at("pairs").get_to(model.pairs_merge);
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
  LensCounts counts;
  for_each_counter(counts, [&](const char* name, std::uint64_t& value) {
    value = j.value(name, std::uint64_t{0});
  });
  return counts;
}

}  // namespace

std::string model_to_text(const LensModel& model) {
  return model_to_json(model).dump();
}

LensModel model_from_text(const std::string& text) {
  return model_from_json(json::parse(text));
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
  const json document = json::parse(text);
  ProcessReport process;
  process.report.model = model_from_json(document.at("model"));
  document.at("peak_trace_bytes").get_to(process.report.peak_trace_bytes);
  document.at("error").get_to(process.error);
  document.at("exit_code").get_to(process.exit_code);
  document.at("launched").get_to(process.launched);
  for (const json& entry : document.at("kernels")) {
    LensKernel kernel;
    entry.at("kernel").get_to(kernel.kernel);
    document.at("sources").at(entry.at("source").get<std::size_t>()).get_to(kernel.source);
    entry.at("options").get_to(kernel.options);
    entry.at("global").get_to(kernel.global);
    entry.at("local").get_to(kernel.local);
    entry.at("launches").get_to(kernel.launches);
    for (const json& line : entry.at("lines")) {
      kernel.lines.push_back(
          {line.at("line").get<unsigned>(), counts_from_json(line.at("counts"))});
      kernel.counts += kernel.lines.back().counts;  // so the sums agree by construction
    }
    process.report.kernels.push_back(std::move(kernel));
  }
  return process;
}

}  // namespace wb::lens
