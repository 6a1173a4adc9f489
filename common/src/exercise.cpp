// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/exercise.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "building.hpp"
#include "judge.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kFlood = 1u << 20;  // what a kernel may print
constexpr const char* kCompilerChild = "compiler";

// ---------------------------------------------------------------------------------------------
// where things are, and what a child may read

std::vector<std::string> hidden_folders() {
  return {source_folder() + "/tests/exercises"};
}

void add_path_list(std::vector<std::string>& paths, const char* variable) {
  const char* value = std::getenv(variable);
  std::stringstream parts(value == nullptr ? "" : value);
  for (std::string part; std::getline(parts, part, ':');) {
    if (part.starts_with("/")) paths.push_back(part);
  }
}

}  // namespace

Confinement confinement_for(const std::string& file, const std::string& scratch) {
  std::vector<std::string> folders = {"/usr",
                                      "/bin",
                                      "/sbin",
                                      "/lib",
                                      "/lib32",
                                      "/lib64",
                                      "/opt",
                                      "/nix/store",
                                      "/proc",
                                      "/sys",
                                      "/etc/OpenCL",
                                      "/etc/ld.so.cache",
                                      "/etc/ld.so.conf",
                                      "/etc/ld.so.conf.d",
                                      "/etc/alternatives",
                                      "/etc/nvidia"};
  folders.push_back(fs::path(executable_path()).parent_path().string());
  folders.push_back(source_folder() + "/kernels");
  if (const std::string plugin = lens_plugin_path(nullptr); !plugin.empty()) {
    folders.push_back(fs::path(plugin).parent_path().string());
  }
  for (const char* variable :
       {"LD_LIBRARY_PATH", "OCL_ICD_VENDORS", "WB_KERNEL_DIR", "LD_PRELOAD"}) {
    add_path_list(folders, variable);
  }
  Confinement confinement;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (!fs::exists(folder, ignored)) continue;
    for (std::string& path : without(folder, hidden_folders())) {
      confinement.readable.push_back(std::move(path));
    }
  }
  confinement.readable.push_back(file);
  confinement.writable = {scratch};
  return confinement;
}

std::vector<Question> questions(const ChapterInfo& info) {
  std::vector<Question> all;
  for (const Experiment& experiment : info.exercises) {
    for (const Variant& variant : experiment.variants) {
      for (const Size& size : experiment.test_sizes) {
        for (const DataKind kind : experiment.test_data) {
          all.push_back({&experiment, &variant, size, kind});
        }
      }
    }
  }
  return all;
}

std::map<std::string, std::string> child_environment(const std::string& file,
                                                     const std::string& scratch) {
  for (const char* folder : {"/cache", "/tmp"}) fs::create_directories(scratch + folder);
  // Large pages and large steps of the heap: pocl then builds a kernel in little more than half the
  // time, most of which goes into reading its library of built-in functions. 256 MiB count as data
  // of the process, of which it may have far more.
  constexpr const char* kHeap =
      "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=268435456:"
      "glibc.malloc.trim_threshold=1073741824";
  // A sanitized child cannot look for leaks: it would have to trace itself, and may not. And its
  // answer's crash has to end it by the signal, as everywhere.
  return {{"WB_EXERCISE", file},
          {"GLIBC_TUNABLES", kHeap},
          {"ASAN_OPTIONS", sanitizer_options("detect_leaks=0:handle_segv=0")},
          {kBuildingMark, scratch + "/building"},
          {"POCL_CACHE_DIR", scratch + "/cache"},
          {"XDG_CACHE_HOME", scratch + "/cache"},
          {"TMPDIR", scratch + "/tmp"},
          {"HOME", scratch}};
}

Judge::Judge(const ChapterInfo& info, const ChapterOptions& options, std::string file,
             JudgeOptions how)
    : info_(info), options_(options), file_(std::move(file)), how_(how) {
  shown_ = fs::path(file_).lexically_relative(fs::current_path()).string();
  if (shown_.empty() || shown_.starts_with("..")) shown_ = file_;
  std::ifstream in(file_, std::ios::binary);
  source_.assign(std::istreambuf_iterator<char>(in), {});
}

ExerciseVerdict Judge::run() {
  const auto start = std::chrono::steady_clock::now();
  verdict_.chapter = info_.stem;
  verdict_.file = shown_;
  verdict_.status = "solved";
  verdict_.gap = confinement_gap();
  std::vector<std::pair<std::string, std::function<void(JudgeFinding&)>>> judges = {
      {"values", [this](JudgeFinding& finding) { values(finding); }},
      {"race", [this](JudgeFinding& finding) { races(finding); }},
      {"lens", [this](JudgeFinding& finding) { traffic(finding); }}};
  if (info_.host) {
    judges.clear();
    for (std::size_t j = 0; j < info_.host->judges.size(); ++j) {
      judges.emplace_back(info_.host->judges[j].name,
                          [this, j](JudgeFinding& finding) { decide_host(j, finding); });
    }
  }
  bool ended = true;
  for (const auto& [name, judge] : judges) {
    JudgeFinding finding{name, "not run", {}, kNotReached};
    const bool first = verdict_.status == "solved";
    if (first || (how_.every_judge && ended)) {
      finding.status = "pass";
      finding.message.clear();
      judge(finding);
      ended = !endless_;
    }
    if (first && finding.status != "pass") {
      verdict_.status = finding.status == "fail" ? "wrong" : "could not judge";
      verdict_.judge = name;
      verdict_.message = finding.message;
    }
    verdict_.judges.push_back(std::move(finding));
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  verdict_.seconds = took.count();
  return verdict_;
}

std::string Judge::readable(std::string text) const {
  for (std::size_t at = 0; (at = text.find(file_, at)) != std::string::npos; at += shown_.size()) {
    text.replace(at, file_.size(), shown_);
  }
  return text;
}

Apart Judge::apart(const std::string& folder) const {
  Apart apart;
  apart.confinement = confinement_for(file_, folder);
  apart.confinement.cpu_seconds = how_.cpu_seconds;
  apart.environment = child_environment(file_, folder);
  apart.folder = folder;
  apart.time_limit = std::chrono::seconds(std::max(180u, 10 * how_.cpu_seconds));
  apart.flood_limit = kFlood;
  return apart;
}

void Judge::keep_printed(const std::string& text) {
  if (verdict_.printed.empty()) verdict_.printed = tame(text);
}

// A compiler that does not end is not the reader's doing, unless it ends on other code.
bool Judge::stuck_in_compiler(JudgeFinding& finding, const std::string& question,
                              const ProcessResult& result, const std::string& folder) {
  const bool limit = result.exit_code == static_cast<int>(ExitCode::kEnvironment);
  if (!limit && !result.timed_out && result.signal != SIGXCPU) return false;
  if (!read_left_file(folder + "/building", kFlood)) return false;
  const TemporaryDirectory scratch;
  const Apart apart = this->apart(scratch.path());
  Command command;
  command.argv = {executable_path(), "--child", kCompilerChild, "--outputs", scratch.path()};
  if (!options_.device.empty())
    command.argv.insert(command.argv.end(), {"--device", options_.device});
  command.environment = apart.environment;
  if (std::getenv("WB_BUILD_LIMIT") == nullptr) command.environment["WB_BUILD_LIMIT"] = "30";
  command.directory = scratch.path();
  command.time_limit = apart.time_limit;
  command.flood_limit = apart.flood_limit;
  command.confinement = apart.confinement;
  // The reader's limit may be short, and this machine slow.
  command.confinement->cpu_seconds = std::max(20u, how_.cpu_seconds);
  const bool builds = run_process(command).ok();
  endless_ = true;
  verdict_.environment = !builds;
  finding.status = "not run";
  finding.cases.push_back({question, "not run", "compiler"});
  finding.message = fmt::format("what      at {}: the driver's compiler {}\n", question,
                                limit ? "did not finish" : result.describe());
  if (limit)
    finding.message +=
        "          " + readable(tame(result.err.substr(0, result.err.find('\n')))) + "\n";
  finding.message +=
      builds
          ? "means     A one-line kernel it does build: something in the file keeps it busy, such "
            "as a\n          long loop that is unrolled. Your values were not judged.\n"
          : "means     It does not build even a one-line kernel, so this is no fault of yours. "
            "Choose "
            "another device\n          with --device; build/bin/doctor says what this machine "
            "has.\n";
  return true;
}

ExitCode exit_code(const ExerciseVerdict& verdict) {
  if (verdict.status == "solved") return ExitCode::kOk;
  if (verdict.status == "wrong") return ExitCode::kWrong;
  return verdict.environment ? ExitCode::kEnvironment : ExitCode::kSkipped;
}

void write_bytes(const std::string& path, const void* bytes, std::size_t count) {
  std::ofstream out(path + ".part", std::ios::binary);
  out.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
  out.close();
  if (out) fs::rename(path + ".part", path);
}

std::vector<std::string> ExerciseVerdict::pattern() const {
  std::vector<std::string> words;
  for (const JudgeFinding& finding : judges) {
    for (const JudgedCase& c : finding.cases) {
      if (c.status != "pass") words.push_back(finding.judge + "/" + c.name + "/" + c.what);
    }
  }
  return words;
}

ExerciseVerdict judge_exercise(const ChapterInfo& info, const ChapterOptions& options,
                               const std::string& file, const JudgeOptions& how) {
  if (info.exercises.empty() && !info.host) throw UsageError(info.stem + " has no exercise");
  std::error_code failed;
  const fs::path path = fs::canonical(file, failed);
  if (failed || !fs::is_regular_file(path)) throw UsageError("no exercise file " + file);
  setenv("WB_EXERCISE", path.c_str(), 1);  // for the reports, which show its lines
  return Judge(info, options, path.string(), how).run();
}

int exercise_child(const ChapterInfo& info, const ChapterOptions& options, const std::string& name,
                   const std::string& folder) {
  if (info.host && name != kCompilerChild) return host_child(info, options, folder);
  const auto stop = [&](const char* status, const std::string& reason, ExitCode code) {
    std::ofstream(folder + "/reason") << json{{"status", status}, {"reason", reason}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
    return static_cast<int>(code);
  };
  std::optional<Session> session;
  try {
    session.emplace(options.device);
  } catch (const Error& error) {
    return stop("environment", error.what(), error.code());
  }
  try {
    if (name == kCompilerChild) {
      build_program(*session, "a one-line kernel",
                    "__kernel void one(__global int* x) { x[0] = 1; }\n", "");
      return 0;
    }
    std::vector<Question> asked = questions(info);
    if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
      std::erase_if(asked, [&](const Question& question) {
        return question.experiment->name + "/" + question.variant->name != name;
      });
      if (asked.empty()) return stop("failed", "no variant " + name, ExitCode::kUsage);
      asked.resize(1);
      asked[0].size = options.size;
      asked[0].kind = options.data;
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Question& question = asked[i];
      PreparedProblem prepared(*question.experiment, question.size, question.kind, options.seed);
      LoadedVariant loaded(*session, prepared, *question.variant);
      loaded.enqueue();
      const std::vector<std::byte> bytes = loaded.raw_outputs();
      write_bytes(fmt::format("{}/{}", folder, i), bytes.data(), bytes.size());
    }
    return 0;
  } catch (const Skipped& skipped) {
    return stop("skipped", skipped.what(), ExitCode::kSkipped);
  } catch (const cl::Error& error) {
    return stop(
        "failed",
        fmt::format("{} failed: {} ({})", error.what(), cl_error_name(error.err()), error.err()),
        ExitCode::kEnvironment);
  } catch (const std::exception& error) {
    return stop("failed", error.what(), ExitCode::kEnvironment);
  }
}

json to_json(const ExerciseVerdict& verdict) {
  json judges = json::array();
  for (const JudgeFinding& finding : verdict.judges) {
    json cases = json::array();
    for (const JudgedCase& c : finding.cases) {
      cases.push_back({{"name", c.name}, {"status", c.status}, {"what", c.what}});
    }
    judges.push_back({{"judge", finding.judge},
                      {"status", finding.status},
                      {"cases", cases},
                      {"message", finding.message}});
  }
  return {{"chapter", verdict.chapter}, {"file", verdict.file},
          {"status", verdict.status},   {"judge", verdict.judge},
          {"message", verdict.message}, {"judges", judges},
          {"printed", verdict.printed}, {"gap", verdict.gap},
          {"seconds", verdict.seconds}, {"environment", verdict.environment}};
}

ExerciseVerdict verdict_from_json(const json& json) {
  ExerciseVerdict verdict{json.at("chapter"), json.at("file"),    json.at("status"),
                          json.at("judge"),   json.at("message"), {},
                          json.at("printed"), json.at("gap"),     json.at("environment"),
                          json.at("seconds")};
  for (const auto& finding : json.at("judges")) {
    JudgeFinding one{finding.at("judge"), finding.at("status"), {}, finding.at("message")};
    for (const auto& c : finding.at("cases")) {
      one.cases.push_back({c.at("name"), c.at("status"), c.at("what")});
    }
    verdict.judges.push_back(std::move(one));
  }
  return verdict;
}

}  // namespace wb
