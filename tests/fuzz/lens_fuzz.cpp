// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The reader of what the lens's plugin writes, and of a model's name. An input: the plugin's file,
// then the name.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "../../common/lens/model.hpp"
#include "../../common/lens/report.hpp"
#include "fuzz.hpp"
#include "wb/error.hpp"

namespace {

using fuzz::require;

void check_model(const wb::LensModel& model) {
  require(model.lanes > 0 && model.lanes <= wb::lens::kMaxLanes, "a warp has 1 to 64 lanes",
          model.describe());
  require(model.sector_bytes > 0 && model.line_bytes >= model.sector_bytes &&
              model.line_bytes % model.sector_bytes == 0,
          "a line holds whole sectors", model.describe());
  require(model.banks > 0 && model.bank_bytes > 0, "there are banks", model.describe());
}

void check_kernel(const wb::LensKernel& kernel, const wb::LensModel& model) {
  wb::LensCounts sum;
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
    require(i == 0 || kernel.lines[i - 1].line < kernel.lines[i].line, "lines ascend");
    sum += kernel.lines[i].counts;
  }
  require(wb::flatten(sum, model) == wb::flatten(kernel.counts, model), "lines add up");
  for (const auto& [name, value] : wb::flatten(kernel.counts, model)) {
    require(std::isfinite(value), "every number is finite", name);
  }
  require(!wb::lens_to_json(kernel, model).dump().empty(), "the counts can be written as JSON");
  require(!wb::annotated_source(kernel, model).empty(), "the source can be annotated");
}

/// The numbers of two files, as they stand there: -1 is not the largest count, 2.5 is not 2.
void check_numbers(const nlohmann::json& read, const nlohmann::json& written) {
  for (const char* key : {"peak_trace_bytes", "exit_code"}) {
    require(read.at(key).dump() == written.at(key).dump(), "a number is read as it stands", key);
  }
  for (std::size_t i = 0; i < written.at("kernels").size() && read.at("kernels").is_array(); ++i) {
    for (const char* key : {"launches", "global", "local"}) {
      require(read.at("kernels")[i].at(key).dump() == written.at("kernels")[i].at(key).dump(),
              "a kernel's number is read as it stands", key);
    }
  }
}

void check_process(const std::string& text) {
  wb::lens::ProcessReport process;
  try {
    process = wb::lens::from_text(text);
  } catch (const wb::Error&) {
    return;
  }
  check_model(process.report.model);
  for (const wb::LensKernel& kernel : process.report.kernels) {
    check_kernel(kernel, process.report.model);
  }
  require(wb::row_names(process.report).size() == process.report.kernels.size(), "a name a row");
  require(!wb::lens_table(process.report).empty(), "there is a table");
  const std::string written = wb::lens::to_text(process);
  require(wb::lens::to_text(wb::lens::from_text(written)) == written,
          "what is written is read as it was", written);
  check_numbers(nlohmann::json::parse(text), nlohmann::json::parse(written));
}

void check_name(const std::string& name) {
  wb::LensModel model;
  try {
    model = wb::parse_lens_model(name);
  } catch (const wb::UsageError&) {
    return;
  }
  check_model(model);
  require(wb::parse_lens_model(name).describe() == model.describe(), "a name means one model");
  const std::string written = wb::lens::model_to_text(model);
  require(wb::lens::model_from_text(written).describe() == model.describe(),
          "a model is read as it was written", written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> parts = fuzz::parts_of(fuzz::text_of(data, size), 2);
  check_process(parts[0]);
  // The plugin gets names from the environment, which is text.
  if (nlohmann::json::accept(
          nlohmann::json(parts[1]).dump(-1, ' ', false, nlohmann::json::error_handler_t::ignore)) &&
      std::all_of(parts[1].begin(), parts[1].end(), [](char c) { return c > 0; })) {
    check_name(parts[1]);
  }
  return 0;
}
