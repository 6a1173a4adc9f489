// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "check_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "wb/error.hpp"
#include "wb/hash.hpp"
#include "wb/process.hpp"
#include "wb/whole_file.hpp"

namespace check {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c >= ' ' || c == '\n' || c < 0 ? c : '?';
    }
  }
  return out;
}

}  // namespace

std::string read_text(const std::string& path) {
  std::error_code ignored;
  std::ifstream in(path, std::ios::binary);
  if (!in || !fs::is_regular_file(path, ignored)) throw wb::Error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < std::min<std::size_t>(std::max(jobs, 1u), count); ++t) {
    threads.emplace_back([&] {
      for (std::size_t i; (i = next++) < count;) work(i);
    });
  }
}

std::vector<Exercise> find_exercises(const Places& places) {
  std::vector<Exercise> found;
  std::error_code failed;
  for (const auto& folder : fs::directory_iterator(places.root + "/chapters", failed)) {
    const std::string stem = folder.path().filename().string();
    for (const char* language : {".cl", ".cpp"}) {  // a kernel, or host code
      const std::string starter = folder.path().string() + "/exercise" + language;
      if (!fs::is_regular_file(starter, failed)) continue;
      found.push_back({stem, language, starter,
                       places.root + "/tests/exercises/solutions/" + stem + language,
                       places.programs + "/" + stem});
    }
  }
  if (found.empty()) throw wb::Error("no exercise below " + places.root + "/chapters");
  std::sort(found.begin(), found.end(),
            [](const Exercise& a, const Exercise& b) { return a.stem < b.stem; });
  return found;
}

const Exercise& choose(const std::vector<Exercise>& exercises, const std::string& name) {
  const bool digit = name.size() == 1 && name[0] >= '0' && name[0] <= '9';
  const std::string start = digit ? "0" + name : name;
  const Exercise* chosen = nullptr;
  std::string list;
  for (const Exercise& exercise : exercises) {
    list += "\n  " + exercise.stem;
    if (start.empty() || !exercise.stem.starts_with(start)) continue;
    if (chosen) throw wb::UsageError("\"" + name + "\" names several exercises:" + list);
    chosen = &exercise;
  }
  if (!chosen) throw wb::UsageError("no exercise is named \"" + name + "\"; there are:" + list);
  return *chosen;
}

wb::ExerciseVerdict judge(const Exercise& exercise, const std::string& file, const Ask& ask) {
  wb::ExerciseVerdict none;
  none.chapter = exercise.stem;
  none.file = file;
  none.status = "could not judge";
  try {
    const wb::TemporaryDirectory scratch;
    const std::string answer = scratch.path() + "/verdict.json";
    wb::Command command;
    command.argv = {exercise.judge, "--exercise=" + file,           "--json", answer,
                    "--limit",      std::to_string(ask.cpu_seconds)};
    if (ask.every_judge) command.argv.emplace_back("--every-judge");
    if (!ask.device.empty()) command.argv.insert(command.argv.end(), {"--device", ask.device});
    // Its own limits end it long before; this one is for a judge that is broken.
    command.time_limit = std::chrono::seconds(60 + 40L * ask.cpu_seconds);
    const wb::ProcessResult result = wb::run_process(command);
    std::error_code ignored;
    if (fs::exists(answer, ignored)) {
      return wb::verdict_from_json(json::parse(read_text(answer)));
    }
    none.message = result.started && result.exit_code >= 0 && !result.err.empty()
                       ? result.err
                       : fmt::format("{}: {}\n", exercise.judge, result.describe());
  } catch (const std::exception& error) {
    none.message = error.what();
  }
  return none;
}

std::vector<std::string> hints(const Exercise& exercise) {
  std::vector<std::string> found;
  std::istringstream lines(read_text(exercise.solution));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find_first_not_of(" \t");
    line = begin == std::string::npos ? "" : line.substr(begin);
    if (!line.starts_with("//!")) {
      inside = false;
      continue;
    }
    std::string text = line.substr(3);
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.starts_with("hint")) {
      inside = true;
      const std::size_t colon = text.find(':');
      text = colon == std::string::npos ? "" : text.substr(colon + 1);
      text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
      found.push_back(text);
    } else if (inside) {
      found.back() += "\n" + text;
    }
  }
  return found;
}

// ---------------------------------------------------------------------------------------------

Progress::Progress(const Places& places) : file_(places.root + "/.check.json") {
  std::error_code ignored;
  if (!fs::exists(file_, ignored)) return;
  try {
    const json state = json::parse(read_text(file_));
    for (const auto& [stem, entry] : state.at("exercises").items()) {
      entries_[stem] = {entry.at("status"), entry.at("hash"), entry.at("hints")};
    }
  } catch (const std::exception&) {
    entries_.clear();
    trouble_ = file_ + " cannot be read; your progress starts anew. Your exercises are untouched";
  }
}

std::string Progress::status(const Exercise& exercise) const {
  const auto found = entries_.find(exercise.stem);
  if (found == entries_.end() || found->second.status.empty()) return "unsolved";
  const bool same = found->second.hash == wb::source_hash(read_text(exercise.starter), "");
  return same ? found->second.status : "unsolved";
}

void Progress::note(const Exercise& exercise, const wb::ExerciseVerdict& verdict) {
  if (verdict.status == "could not judge") return;
  Entry& entry = entries_[exercise.stem];
  entry.status = verdict.status;
  entry.hash = wb::source_hash(read_text(exercise.starter), "");
  save();
}

unsigned Progress::hints_shown(const Exercise& exercise, bool next) {
  unsigned& shown = entries_[exercise.stem].hints;
  if (next) {
    ++shown;
    save();
  }
  return shown;
}

void Progress::save() const {
  json state = {{"version", 1}, {"exercises", json::object()}};
  for (const auto& [stem, entry] : entries_) {
    state["exercises"][stem] = {
        {"status", entry.status}, {"hash", entry.hash}, {"hints", entry.hints}};
  }
  wb::save_file(file_, state.dump(2) + "\n");
}

std::string junit(const std::vector<wb::ExerciseVerdict>& verdicts) {
  std::string cases;
  int failures = 0, skipped = 0;
  double seconds = 0;
  for (const wb::ExerciseVerdict& verdict : verdicts) {
    cases += fmt::format("  <testcase classname=\"exercises\" name=\"{}\" time=\"{:.3f}\">\n",
                         escaped(verdict.chapter), verdict.seconds);
    seconds += verdict.seconds;
    if (verdict.status == "wrong") {
      ++failures;
      cases += fmt::format("    <failure message=\"{}\">{}</failure>\n", escaped(verdict.judge),
                           escaped(verdict.message));
    } else if (verdict.status != "solved") {
      ++skipped;
      cases += fmt::format("    <skipped message=\"{}\"/>\n", escaped(verdict.message));
    }
    cases += "  </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"exercises\" tests=\"{}\" "
      "failures=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n",
      verdicts.size(), failures, skipped, seconds, cases);
}

}  // namespace check
