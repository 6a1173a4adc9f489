// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/measurement.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "wb/error.hpp"
#include "wb/hash.hpp"

namespace wb {

double Row::gflops() const {
  return time && time->median_ms > 0 ? work.flops / time->median_ms * 1e-6 : 0;
}
double Row::gbps() const {
  return time && time->median_ms > 0 ? work.bytes / time->median_ms * 1e-6 : 0;
}
double Row::of_roof() const {
  return time && time->median_ms > 0 ? floor_ms / time->median_ms : 0;
}

void place_on_roofline(Row& row, const Ceilings& ceilings) {
  const double compute = ceilings.fma_gflops > 0 ? row.work.flops / ceilings.fma_gflops * 1e-6 : 0;
  const double memory = ceilings.copy_gbps > 0 ? row.work.bytes / ceilings.copy_gbps * 1e-6 : 0;
  row.floor_ms = std::max(compute, memory);
  row.bound = compute > memory ? "compute" : "memory";
}

namespace {

std::vector<std::size_t> range(const cl::NDRange& nd) {
  return {nd.get(), nd.get() + nd.dimensions()};
}

nlohmann::json launch_to_json(const Launch& launch) {
  std::string hash;
  try {
    hash = source_hash(read_kernel_file(find_kernel_file(launch.kernel)), launch.options);
  } catch (const Error&) {  // host-only rows name no kernel file
  }
  return {{"kernel", launch.kernel},      {"entry", launch.entry},
          {"options", launch.options},    {"global", range(launch.global)},
          {"local", range(launch.local)}, {"source_hash", hash}};
}

nlohmann::json ceilings_to_json(const Ceilings& c) {
  return {{"fma_gflops", c.fma_gflops},
          {"fma64_gflops", c.fma64_gflops},
          {"copy_gbps", c.copy_gbps},
          {"copy_plain_gbps", c.copy_plain_gbps},
          {"copy_stores", c.copy_stores},
          {"read_gbps", c.read_gbps},
          {"upload_pageable_gbps", c.upload_pageable_gbps},
          {"upload_pinned_gbps", c.upload_pinned_gbps},
          {"download_pageable_gbps", c.download_pageable_gbps},
          {"download_pinned_gbps", c.download_pinned_gbps},
          {"launch_us", c.launch_us}};
}

}  // namespace

nlohmann::json row_to_json(const Row& row) {
  nlohmann::json out = {{"experiment", row.experiment},
                        {"variant", row.variant},
                        {"size", row.size},
                        {"status", row.status},
                        {"reason", row.reason},
                        {"peer", row.peer},
                        {"max_relative_error", row.max_relative_error},
                        {"work",
                         {{"flops", row.work.flops},
                          {"bytes", row.work.bytes},
                          {"floor_ms", row.floor_ms},
                          {"bound", row.bound}}}};
  out["launches"] = nlohmann::json::array();
  for (const Launch& launch : row.launches) out["launches"].push_back(launch_to_json(launch));
  if (row.predicted_gain > 0) out["predicted_gain"] = row.predicted_gain;
  if (row.status == "ok" && row.time) {
    out["time"] = {{"clock", row.time->clock},
                   {"runs", row.time->runs},
                   {"median_ms", row.time->median_ms},
                   {"min_ms", row.time->min_ms},
                   {"max_ms", row.time->max_ms},
                   {"gflops", row.gflops()},
                   {"gbps", row.gbps()},
                   {"of_roof", row.of_roof()},
                   {"speedup", row.speedup},
                   {"of_peer", row.of_peer}};
  }
  if (row.time && row.over_previous > 0) out["time"]["over_previous"] = row.over_previous;
  if (row.race) out["race"] = race_to_json(*row.race);
  if (row.lens && row.lens->status != "ok") {
    out["lens"] = {{"status", row.lens->status}, {"reason", row.lens->reason}};
  } else if (row.lens) {
    // A sequence of launches shows as one: its counts added up, its lines kernel by kernel.
    LensKernel sum;
    for (const LensKernel& kernel : row.lens->report.kernels) {
      sum.counts += kernel.counts;
      sum.lines.insert(sum.lines.end(), kernel.lines.begin(), kernel.lines.end());
    }
    out["lens"] = lens_to_json(sum, row.lens->report.model);
    out["lens"]["status"] = "ok";
    out["lens"]["size"] = row.lens_size;
    out["lens"]["predicted"] = row.predicted;
  }
  out.update(row.extra);
  return out;
}

nlohmann::json to_json(const Document& document) {
  const DeviceFacts& d = document.device;
  nlohmann::json out = {{"schema", 1},
                        {"chapter", document.chapter},
                        {"revision", revision()},
                        {"date", today()},
                        {"device",
                         {{"name", d.name},
                          {"platform", d.platform},
                          {"driver", d.driver},
                          {"version", d.version},
                          {"type", d.type},
                          {"compute_units", d.compute_units},
                          {"local_memory_type", d.local_memory_is_global ? "Global" : "Local"}}},
                        {"ceilings", ceilings_to_json(document.ceilings)}};
  out["rows"] = nlohmann::json::array();
  for (const Row& row : document.rows) out["rows"].push_back(row_to_json(row));
  out.update(document.extra);
  return out;
}

namespace {

// A field as RFC 4180 quotes it.
std::string quoted(const std::string& field) {
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string to_csv(const Document& document) {
  std::string csv =
      "experiment,variant,size,status,clock,runs,median_ms,min_ms,max_ms,gflops,gbps,of_roof,"
      "speedup,"
      "max_relative_error\n";
  for (const Row& row : document.rows) {
    std::string size;
    for (const std::size_t n : row.size) size += (size.empty() ? "" : "x") + std::to_string(n);
    const Timing time = row.time.value_or(Timing{});
    csv +=
        fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.4g},{:.4g},{:.3g}\n",
                    row.experiment, quoted(row.variant), size, row.status, time.clock, time.runs,
                    time.median_ms, time.min_ms, time.max_ms, row.gflops(), row.gbps(),
                    row.of_roof(), row.speedup, row.max_relative_error);
  }
  return csv;
}

std::vector<std::string> check_schema(const nlohmann::json& document) {
  using Json = nlohmann::json;
  std::vector<std::string> faults;
  const auto need = [&](const Json& at, const std::string& pointer, const char* key, auto&& is,
                        const char* what) {
    if (!at.is_object() || !at.contains(key)) {
      faults.push_back(pointer + "/" + key + ": missing");
    } else if (!is(at.at(key))) {
      faults.push_back(pointer + "/" + key + ": must be " + what);
    }
  };
  const auto text = [](const Json& j) { return j.is_string(); };
  const auto number = [](const Json& j) { return j.is_number() && std::isfinite(j.get<double>()); };
  const auto object = [](const Json& j) { return j.is_object(); };
  const auto list = [](const Json& j) { return j.is_array(); };
  const auto truth = [](const Json& j) { return j.is_boolean(); };

  need(
      document, "", "schema", [](const Json& j) { return j == 1; }, "1");
  for (const char* key : {"chapter", "revision", "date"}) need(document, "", key, text, "a string");
  for (const char* key : {"device", "ceilings"}) need(document, "", key, object, "an object");
  need(document, "", "rows", list, "an array");
  if (!faults.empty()) return faults;
  for (const char* key : {"name", "platform", "driver", "version", "type", "local_memory_type"}) {
    need(document["device"], "/device", key, text, "a string");
  }
  need(document["device"], "/device", "compute_units", number, "a number");
  for (const char* key : {"fma_gflops", "copy_gbps", "read_gbps", "upload_pageable_gbps",
                          "upload_pinned_gbps", "launch_us"}) {
    need(document["ceilings"], "/ceilings", key, number, "a number");
  }
  need(document["ceilings"], "/ceilings", "copy_stores", text, "a string");
  for (std::size_t i = 0; i < document["rows"].size(); ++i) {
    const Json& row = document["rows"][i];
    const std::string at = fmt::format("/rows/{}", i);
    for (const char* key : {"experiment", "variant", "reason"})
      need(row, at, key, text, "a string");
    need(
        row, at, "status",
        [](const Json& j) { return j == "ok" || j == "wrong" || j == "skipped"; },
        "ok, wrong or skipped");
    for (const char* key : {"size", "launches"}) need(row, at, key, list, "an array");
    need(row, at, "peer", truth, "true or false");
    need(row, at, "max_relative_error", number, "a finite number");
    need(row, at, "work", object, "an object");
    if (!row.is_object()) continue;
    if (row.contains("launches")) {
      for (std::size_t k = 0; k < row["launches"].size(); ++k) {
        const std::string launch = fmt::format("{}/launches/{}", at, k);
        for (const char* key : {"kernel", "entry", "options", "source_hash"}) {
          need(row["launches"][k], launch, key, text, "a string");
        }
        for (const char* key : {"global", "local"}) {
          need(row["launches"][k], launch, key, list, "an array");
        }
      }
    }
    if (row.contains("work") && row["work"].is_object()) {
      for (const char* key : {"flops", "bytes", "floor_ms"}) {
        need(row["work"], at + "/work", key, number, "a finite number");
      }
      need(row["work"], at + "/work", "bound", text, "a string");
    }
    if (row.contains("time")) {
      if (!row.contains("status") || row["status"] != "ok") {
        faults.push_back(at + "/time: only for a row that is ok");
      }
      for (const char* key :
           {"runs", "median_ms", "min_ms", "max_ms", "gflops", "gbps", "of_roof", "speedup"}) {
        need(row["time"], at + "/time", key, number, "a finite number");
      }
      need(row["time"], at + "/time", "clock", text, "a string");
    }
    if (row.contains("race")) need(row["race"], at + "/race", "status", text, "a string");
    if (!row.contains("timeline")) continue;
    need(row, at, "timeline", list, "an array");
    for (std::size_t k = 0; row["timeline"].is_array() && k < row["timeline"].size(); ++k) {
      const Json& slice = row["timeline"][k];
      const std::string pointer = fmt::format("{}/timeline/{}", at, k);
      for (const char* key : {"track", "name"}) need(slice, pointer, key, text, "a string");
      for (const char* key : {"start_ms", "end_ms"}) {
        need(slice, pointer, key, number, "a finite number");
      }
      if (slice.is_object() && slice.contains("start_ms") && slice.contains("end_ms") &&
          !(slice["start_ms"] <= slice["end_ms"])) {
        faults.push_back(pointer + "/end_ms: before start_ms");
      }
    }
  }
  return faults;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  return fmt::format("{:%Y-%m-%d}", fmt::localtime(now));
}

}  // namespace wb
