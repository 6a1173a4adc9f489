// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercises in host code: a confined compiler, then a confined child that loads what it made. The
// reader's code is copied first: nothing of the folder that it came from takes part.
#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "judge.hpp"
#include "wb/error.hpp"
#include "wb/recording.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kLibrary = "WB_EXERCISE_LIBRARY";
constexpr std::size_t kShownErrors = 14;  // lines of the compiler's
constexpr std::size_t kLargestAnswer = 256u << 20;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

// The compiler that built this project, or what the machine calls c++.
std::string compiler() {
  const std::string found = find_program(WB_COMPILER);
  return found.empty() ? find_program("c++") : found;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::istringstream in(text);
  std::string out, line;
  while (count-- > 0 && std::getline(in, line)) out += line + "\n";
  if (std::getline(in, line)) out += "...\n";
  return out;
}

}  // namespace

void* HostLibrary::address(const char* name) {
  if (loaded_ == nullptr) loaded_ = ::dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded_ == nullptr) throw Error(fmt::format("it cannot be loaded: {}", ::dlerror()));
  void* found = ::dlsym(loaded_, name);
  if (found == nullptr) {
    throw Error(
        fmt::format("it does not define {}; keep the function as exercise.hpp declares it", name));
  }
  return found;
}

// False, with the finding, if there is nothing to run.
bool Judge::build_host(JudgeFinding& finding, const std::string& scratch) {
  const std::string copy = scratch + "/exercise.cpp", made = scratch + "/exercise.so";
  std::ofstream(copy, std::ios::binary) << source_;
  const auto stop = [&](const char* status, const char* what, const std::string& message) {
    finding.status = status;
    finding.cases.push_back({"build", status, what});
    finding.message = message;
    return false;
  };
  const std::string program = compiler();
  if (program.empty()) {
    return stop("not run", "no compiler",
                "what      there is no C++ compiler here to build your file: install g++\n");
  }
  const std::string folder = source_folder() + "/chapters/" + info_.stem;
  Command command;
  command.argv = {program, copy, "-o", made, "-I" + folder};
  for (const std::string& word : words(WB_COMPILER_OPTIONS)) command.argv.push_back(word);
  if (info_.host->opencl) {
    for (const std::string& word : words(WB_OPENCL_OPTIONS)) command.argv.push_back(word);
  }
  const Apart apart = this->apart(scratch);
  command.environment = apart.environment;
  command.directory = scratch;
  command.time_limit = apart.time_limit;
  command.flood_limit = apart.flood_limit;
  command.environment["LC_ALL"] = "C";  // plain quotes
  command.merge_streams = true;
  command.confinement = apart.confinement;
  command.confinement->readable.push_back(folder + "/exercise.hpp");
  const ProcessResult result = run_process(command);
  if (result.ok() && fs::is_regular_file(made)) return true;
  if (!result.started)
    return stop("not run", "no compiler", "what      " + result.describe() + "\n");
  if (result.timed_out && result.signal != SIGXCPU) {
    return stop("not run", "starved", "what      the compiler " + result.describe() + "\n");
  }
  std::string said = result.out;
  for (const auto& [from, to] : {std::pair{copy, shown_}, std::pair{folder + "/", std::string()}}) {
    for (std::size_t at = 0; (at = said.find(from, at)) != std::string::npos; at += to.size()) {
      said.replace(at, from.size(), to);
    }
  }
  // Before the first error come names of functions and notes on where things were included.
  const std::size_t first = std::min(said.find("error:"), said.find("undefined reference"));
  const std::size_t line = first == std::string::npos ? 0 : said.rfind('\n', first) + 1;
  const bool own_end = result.exit_code >= 0 && result.signal == 0 && !result.flooded;
  return stop(
      "fail", "error",
      fmt::format("what      your file does not build{}\n{}means     Mend the first error; those "
                  "after it are often its echo.\n",
                  own_end ? "" : ": the compiler " + result.describe(),
                  indented(first_lines(tame(said.substr(line)), kShownErrors), "  ")));
}

// All answers, or the finding that says which question had none, and why.
bool Judge::run_host(JudgeFinding& finding) {
  const TemporaryDirectory scratch;
  if (!build_host(finding, scratch.path())) return false;
  const Apart apart = this->apart(scratch.path());
  Command command;
  command.argv = {executable_path(), "--child", "exercise", "--outputs", scratch.path()};
  command.argv.insert(command.argv.end(), {"--seed", std::to_string(options_.seed)});
  if (!options_.device.empty())
    command.argv.insert(command.argv.end(), {"--device", options_.device});
  command.environment = apart.environment;
  command.environment[kLibrary] = scratch.path() + "/exercise.so";
  command.directory = scratch.path();
  command.time_limit = std::chrono::seconds(std::max(60u, 4 * how_.cpu_seconds));
  command.flood_limit = apart.flood_limit;
  command.confinement = apart.confinement;
  if (info_.host->opencl) {
    const std::string recorder = recorder_path();
    if (recorder.empty()) {
      finding.status = "not run";
      finding.cases.push_back({"run", "not run", "no recorder"});
      finding.message = "what      libwb_recorder.so is not beside this program: build it\n";
      return false;
    }
    command.environment["LD_PRELOAD"] = recorder;
    command.confinement->readable.push_back(recorder);
  }
  const ProcessResult result = run_process(command);
  keep_printed(result.out);
  endless_ = result.signal == SIGXCPU || waits_only(result);
  for (std::size_t i = 0; i < info_.host->questions.size(); ++i) {
    auto left = read_left_file(fmt::format("{}/{}", scratch.path(), i), kLargestAnswer);
    if (!left) {
      host_stopped(finding, info_.host->questions[i], result, scratch.path());
      return false;
    }
    answers_.push_back(std::move(*left));
  }
  if (result.ok()) return true;
  finding.status = "fail";
  finding.cases.push_back({"after the last answer", "fail", "crashed"});
  finding.message = fmt::format(
      "what      every question is answered, but then the program {}\n"
      "means     Something was written outside its array, or is freed twice.\n",
      result.describe());
  return false;
}

void Judge::host_stopped(JudgeFinding& finding, const std::string& question,
                         const ProcessResult& result, const std::string& folder) {
  if (stuck_in_compiler(finding, question, result, folder)) return;
  const json reason =
      json::parse(read_left_file(folder + "/reason", 1u << 20).value_or(""), nullptr, false);
  const std::string status = reason.is_object() ? reason.value("status", "") : "";
  const std::string why = reason.is_object() ? reason.value("reason", "") : "";
  const bool starved = result.timed_out && result.signal != SIGXCPU && !waits_only(result);
  const bool killed = result.signal != 0 || result.timed_out || result.flooded || result.crowded;
  if (!result.started || starved || (!killed && (status == "skipped" || status == "environment"))) {
    finding.status = "not run";
    finding.cases.push_back({question, "not run", starved ? "starved" : "skipped"});
    finding.message =
        fmt::format("what      {}\n", killed || why.empty() ? result.describe() : why);
    return;
  }
  struct Word {
    bool is;
    const char *what, *means;
  };
  const Word ends[] = {
      {result.crowded, "processes", "Host code of this exercise has no other program to start."},
      {result.flooded, "flood", "Take out what prints before you hand in."},
      {endless_, "endless",
       "A loop does not end, or the host waits for a command that nobody hands to the device."},
      {killed, "crashed",
       "Most often a pointer or an index outside its array, or memory that is gone already."},
      {!why.empty(), "error", "An OpenCL call or your code refused; mend what the message names."},
      {true, "ended early", "The function must return to its caller: no exit(), no abort()."}};
  const Word& word =
      *std::find_if(std::begin(ends), std::end(ends), [](const Word& w) { return w.is; });
  finding.status = "fail";
  finding.cases.push_back({question, "fail", word.what});
  const std::string how = killed || why.empty() ? result.describe() : tame(why);
  finding.message = fmt::format("what      at {}: {}{}\nmeans     {}\n{}", question,
                                killed        ? "the program that ran your code "
                                : why.empty() ? "the program ended in the midst of your code, with "
                                              : "",
                                how, word.means, re_read(info_.stem, "What can go wrong"));
}

// A child that sleeps used no processor time: it waits for something that never comes.
bool Judge::waits_only(const ProcessResult& result) {
  return result.timed_out && result.cpu_seconds < 0.05 * result.seconds;
}

void Judge::decide_host(std::size_t judge, JudgeFinding& finding) {
  if (judge == 0) {
    host_ran_ = run_host(finding);
  } else if (!host_ran_) {
    finding.status = "not run";
    finding.message = "there was nothing to judge";
  }
  if (!host_ran_) return;
  try {
    info_.host->judges[judge].decide(answers_, options_, finding);
  } catch (const Skipped& skipped) {
    finding.status = "not run";
    finding.message = fmt::format("what      {}\n", skipped.what());
  } catch (const Error& error) {  // bytes that no honest child leaves
    finding.status = "fail";
    finding.cases.push_back({"answers", "fail", "broken"});
    finding.message = fmt::format("what      the answers cannot be read: {}\n", error.what());
  }
  if (finding.cases.empty()) finding.status = "not run";
  finding.message = readable(finding.message);
}

int host_child(const ChapterInfo& info, const ChapterOptions& options, const std::string& folder) {
  const auto stop = [&](const char* status, const std::string& reason, ExitCode code) {
    std::ofstream(folder + "/reason") << json{{"status", status}, {"reason", reason}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
    return static_cast<int>(code);
  };
  try {
    const char* library = std::getenv(kLibrary);
    if (library == nullptr) throw UsageError("no library of the reader's was named");
    HostLibrary theirs(library);
    for (std::size_t i = 0; i < info.host->questions.size(); ++i) {
      const std::string answer = info.host->ask(i, theirs, options);
      write_bytes(fmt::format("{}/{}", folder, i), answer.data(), answer.size());
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
  } catch (...) {
    return stop("failed", "something was thrown that is no std::exception", ExitCode::kEnvironment);
  }
}

}  // namespace wb
