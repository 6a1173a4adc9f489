// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/lens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../lens/model.hpp"
#include "../lens/report.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// --- the model ---------------------------------------------------------------------------------

LensModel amd_model() {
  return {"amd", 64, 64, 128, 32, 4, false};
}

unsigned* model_field(LensModel& model, const std::string& key) {
  if (key == "lanes") return &model.lanes;
  if (key == "sector") return &model.sector_bytes;
  if (key == "line") return &model.line_bytes;
  if (key == "banks") return &model.banks;
  if (key == "bank") return &model.bank_bytes;
  return nullptr;
}

constexpr const char* kModelHelp =
    "a model is nvidia, amd, or values over one of them: "
    "lanes=32,sector=32,line=128,banks=32,bank=4";

// --- running -----------------------------------------------------------------------------------

LensOutcome failed(LensOutcome outcome, const std::string& reason) {
  outcome.status = "could not run";
  outcome.reason = reason;
  outcome.report.kernels.clear();
  return outcome;
}

// The files that the plugin left, one for each process that used OpenCL.
std::vector<lens::ProcessReport> read_reports(const std::string& directory) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<lens::ProcessReport> reports;
  for (const std::string& path : paths) {
    std::ifstream file(path);
    reports.push_back(
        lens::from_text({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}));
  }
  return reports;
}

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 1.0 : static_cast<double>(a) / static_cast<double>(b);
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// --- JSON ---------------------------------------------------------------------------------------

json global_json(const GlobalCounts& c) {
  return {{"requests", c.requests},
          {"sectors", c.sectors},
          {"ideal_sectors", c.ideal_sectors},
          {"bytes", c.bytes},
          {"lines", c.lines}};
}

json local_json(const LocalCounts& c) {
  return {{"requests", c.requests},
          {"wavefronts", c.wavefronts},
          {"ideal_wavefronts", c.ideal_wavefronts}};
}

json counts_json(const LensCounts& c, const LensModel& model) {
  return {{"global_load", global_json(c.global_load)},
          {"global_store", global_json(c.global_store)},
          {"local_load", local_json(c.local_load)},
          {"local_store", local_json(c.local_store)},
          {"constant_load", {{"requests", c.constant_requests}, {"words", c.constant_words}}},
          {"image_read", {{"requests", c.image_requests}}},
          {"image_write", {{"requests", c.image_write_requests}}},
          {"atomics", {{"requests", c.atomic_requests}, {"serialised", c.atomic_serialised}}},
          {"simt_efficiency", c.simt_efficiency(model.lanes)},
          {"warp_instructions", c.warp_instructions},
          {"flops",
           {{"add", c.flops.add},
            {"mul", c.flops.mul},
            {"fma", c.flops.fma},
            {"div", c.flops.div},
            {"special", c.flops.special}}},
          {"barriers", c.barriers}};
}

}  // namespace

std::string LensModel::describe() const {
  return fmt::format("model {}: {} lanes, sectors of {} B, lines of {} B, {} banks of {} B", name,
                     lanes, sector_bytes, line_bytes, banks, bank_bytes);
}

LensModel parse_lens_model(const std::string& text) {
  LensModel model;
  bool changed = false;
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos && !changed && (part == "nvidia" || part == "amd")) {
      model = part == "amd" ? amd_model() : LensModel();
      continue;
    }
    unsigned* field = model_field(model, part.substr(0, equals));
    if (equals == std::string::npos || field == nullptr)
      throw UsageError(
          fmt::format("lens model \"{}\": what is \"{}\"? {}", text, part, kModelHelp));
    const char* end = part.data() + part.size();
    unsigned value = 0;
    const auto [stop, error] = std::from_chars(part.data() + equals + 1, end, value);
    const unsigned most = field == &model.lanes   ? lens::kMaxLanes
                          : field == &model.banks ? 256u
                                                  : 4096u;
    if (error != std::errc() || stop != end || !std::has_single_bit(value) || value > most)
      throw UsageError(fmt::format("lens model \"{}\": {} must be a power of two up to {}", text,
                                   part.substr(0, equals), most));
    *field = value;
    changed = true;
  }
  if (text.empty()) throw UsageError(fmt::format("lens model is empty: {}", kModelHelp));
  if (model.line_bytes < model.sector_bytes)
    throw UsageError(fmt::format("lens model \"{}\": a line ({} B) holds whole sectors ({} B)",
                                 text, model.line_bytes, model.sector_bytes));
  model.name = text;
  return model;
}

std::string lens_plugin_path(std::string* reason) {
  const auto refuse = [&](const std::string& why) {
    if (reason != nullptr) *reason = why;
    return std::string();
  };
  if (const char* given = std::getenv("WB_LENS_PLUGIN"); given != nullptr && *given != '\0') {
    if (fs::is_regular_file(given)) return given;
    return refuse(fmt::format("WB_LENS_PLUGIN names {}, which is no file", given));
  }
  const fs::path beside = fs::path(executable_path()).parent_path();
  for (const fs::path& path :
       {beside / "../lib/libwarplens.so", beside / "libwarplens.so", fs::path(WB_LENS_PLUGIN_FILE)})
    if (!path.empty() && fs::is_regular_file(path)) return fs::weakly_canonical(path).string();
  if (std::string_view(WB_LENS_PLUGIN_FILE).empty())
    return refuse(
        "the lens was not built: its headers were missing. Install them (apt-get "
        "install " WB_LENS_PACKAGES "), then configure and build again");
  return refuse(
      "the lens's plugin, libwarplens.so, is not beside this program: build it, or set "
      "WB_LENS_PLUGIN to its path");
}

LensOutcome run_lens(const LensRun& run) {
  LensOutcome outcome;
  outcome.report.model = run.model;
  std::string reason;
  const std::string plugin = lens_plugin_path(&reason);
  if (plugin.empty()) return failed(outcome, reason);
  const std::string launcher = find_program("oclgrind");
  if (launcher.empty())
    return failed(outcome, "oclgrind is not installed: apt-get install " WB_LENS_PACKAGES);
  if (run.argv.empty()) return failed(outcome, "no program was named");
  if (find_program(run.argv.front()).empty())
    return failed(outcome, fmt::format("there is no program {}", run.argv.front()));

  const TemporaryDirectory directory;
  Command command;
  command.argv = {launcher, "--num-threads", "1", "--plugins", plugin};
  command.argv.insert(command.argv.end(), run.argv.begin(), run.argv.end());
  command.environment = run.environment;
  // What the caller's shell may have set for Oclgrind would change the counts or cost time.
  for (const char* other : {"OCLGRIND_QUICK", "OCLGRIND_INTERACTIVE", "OCLGRIND_DATA_RACES",
                            "OCLGRIND_UNINITIALIZED", "OCLGRIND_INST_COUNTS"})
    command.environment[other] = "0";
  // A kernel taken from a cache was not built in this process, where the lens has its say, and
  // comes without its source.
  command.environment["PYOPENCL_NO_CACHE"] = "1";
  // A program built with AddressSanitizer refuses to start behind Oclgrind's preload without this.
  // What the caller set comes first, or else what this process has.
  std::string& asan = command.environment["ASAN_OPTIONS"];
  asan = asan.empty() ? sanitizer_options("verify_asan_link_order=0")
                      : asan + ":verify_asan_link_order=0";
  command.environment[lens::kOutputVariable] = directory.path();
  command.environment[lens::kModelVariable] = lens::model_to_text(run.model);
  command.environment[lens::kKernelVariable] = run.only_kernel;
  command.environment[lens::kLimitVariable] = std::to_string(run.trace_limit);
  command.time_limit = run.time_limit;
  command.pass_through = run.pass_through;
  command.flood_limit = run.flood_limit;
  command.confinement = run.confinement;
  if (command.confinement) command.confinement->writable.push_back(directory.path());
  const ProcessResult result = run_process(command);
  outcome.exit_code = result.exit_code;
  outcome.out = result.out;
  outcome.err = result.err;

  std::vector<lens::ProcessReport> processes;
  try {
    processes = read_reports(directory.path());
  } catch (const std::exception& e) {
    return failed(outcome, fmt::format("the lens's counts cannot be read: {}", e.what()));
  }
  for (const lens::ProcessReport& process : processes)
    if (!process.error.empty()) return failed(outcome, process.error);
  if (!result.started) return failed(outcome, result.err);
  if (result.timed_out || result.flooded)
    return failed(outcome, result.describe() + " under the lens; try a smaller size");
  // The counts are written when the process calls exit(), so a crash after that leaves them whole:
  // Oclgrind 21.10 itself does so if the program's static objects release OpenCL's.
  if (result.signal != 0 && !processes.empty()) outcome.exit_code = processes.back().exit_code;
  if (result.signal != 0 && processes.empty())
    return failed(outcome, "the program or the simulator " + result.describe() +
                               ": counts that stop in the middle are none");
  if (const auto at = result.err.find("Loading Oclgrind plugin failed"); at != std::string::npos)
    return failed(outcome, result.err.substr(at, result.err.find('\n', at) - at));
  if (processes.empty())
    return failed(outcome, fmt::format("no counts came back ({}): the program created no OpenCL "
                                       "context, or did not end through exit()",
                                       result.describe()));
  std::vector<std::string> launched;
  for (lens::ProcessReport& process : processes) {
    LensReport& report = outcome.report;
    report.peak_trace_bytes = std::max(report.peak_trace_bytes, process.report.peak_trace_bytes);
    std::move(process.report.kernels.begin(), process.report.kernels.end(),
              std::back_inserter(report.kernels));
    launched.insert(launched.end(), process.launched.begin(), process.launched.end());
  }
  if (launched.empty()) return failed(outcome, "the program launched no kernel");
  if (outcome.report.kernels.empty())
    return failed(outcome, fmt::format("no kernel named {} was launched; these were: {}",
                                       run.only_kernel, join(launched)));
  outcome.status = "ok";
  return outcome;
}

json lens_to_json(const LensKernel& kernel, const LensModel& model) {
  json j = counts_json(kernel.counts, model);
  j["model"] = model.name;
  j["lanes"] = model.lanes;
  j["size"] = kernel.global;
  j["launches"] = kernel.launches;
  json lines = json::array();
  for (const LensLine& line : kernel.lines) {
    json entry = counts_json(line.counts, model);
    entry["line"] = line.line;
    lines.push_back(std::move(entry));
  }
  j["lines"] = std::move(lines);
  return j;
}

std::map<std::string, double> flatten(const LensCounts& counts, const LensModel& model) {
  std::map<std::string, double> flat;
  LensCounts copy = counts;
  lens::for_each_counter(copy, [&](const char* name, std::uint64_t& value) {
    flat[name] = static_cast<double>(value);
  });
  flat["simt_efficiency"] = counts.simt_efficiency(model.lanes);
  flat["simt_idle"] = 1 - flat["simt_efficiency"];
  flat["global_load_excess"] = ratio(counts.global_load.sectors, counts.global_load.ideal_sectors);
  flat["global_store_excess"] =
      ratio(counts.global_store.sectors, counts.global_store.ideal_sectors);
  flat["local_load_conflict"] =
      ratio(counts.local_load.wavefronts, counts.local_load.ideal_wavefronts);
  flat["local_store_conflict"] =
      ratio(counts.local_store.wavefronts, counts.local_store.ideal_wavefronts);
  return flat;
}

}  // namespace wb
