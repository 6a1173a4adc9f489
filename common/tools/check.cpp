// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// check: is my exercise solved? Values, races and traffic decide, never speed.
//   build/bin/check             where you stand
//   build/bin/check 04          judge chapter 04's exercise; --hint, --watch
//   build/bin/check --grade DIR judge a class; --catalogue judges the judges (tests/exercises)
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "check_parts.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"
#include "wb/whole_file.hpp"

namespace {

namespace fs = std::filesystem;
using check::Exercise;
using nlohmann::json;
using wb::ExitCode;

struct Options {
  std::string which, folder, json_file, junit_file, page;
  bool hint = false, all = false, watch = false, catalogue = false, record = false, manual = false;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency()), watch_runs = 0;
  check::Ask ask;
};

int code_of(const wb::ExerciseVerdict& verdict) {
  return static_cast<int>(wb::exit_code(verdict));
}

std::string relative(const check::Places& places, const std::string& path) {
  const std::string text = fs::path(path).lexically_relative(places.root).string();
  return text.empty() || text.starts_with("..") ? path : text;
}

// Nothing passes by default: what was never judged is unsolved.
int list(const std::vector<Exercise>& exercises, check::Progress& progress,
         const Options& options) {
  std::size_t solved = 0;
  json rows = json::array();
  std::string next;
  for (const Exercise& exercise : exercises) {
    const std::string status = progress.status(exercise);
    solved += status == "solved";
    if (status != "solved" && next.empty()) next = exercise.stem;
    rows.push_back({{"exercise", exercise.stem}, {"status", status}});
    if (options.json_file != "-") fmt::print("  {:<24}{}\n", exercise.stem, status);
  }
  const json document = {{"solved", solved}, {"of", exercises.size()}, {"exercises", rows}};
  if (options.json_file == "-") {
    fmt::print("{}\n", document.dump(2));
  } else {
    fmt::print("\n{} of {} solved", solved, exercises.size());
    if (!next.empty()) fmt::print("; next: build/bin/check {}", next.substr(0, 2));
    fmt::print("\n");
    if (!options.json_file.empty()) wb::save_file(options.json_file, document.dump(2) + "\n");
  }
  return static_cast<int>(next.empty() ? ExitCode::kOk : ExitCode::kWrong);
}

int hint(const Exercise& exercise, check::Progress& progress) {
  const std::vector<std::string> hints = check::hints(exercise);
  if (hints.empty()) throw wb::Skipped(exercise.stem + " has no hints");
  const std::size_t shown = progress.hints_shown(exercise, false);
  const std::size_t now = std::min(shown, hints.size() - 1);
  if (shown < hints.size()) progress.hints_shown(exercise, true);
  fmt::print("{}, hint {} of {}\n{}\n", exercise.stem, now + 1, hints.size(), hints[now]);
  if (now + 1 == hints.size()) fmt::print("(that was the last one)\n");
  return 0;
}

wb::ExerciseVerdict judge_one(const check::Places& places, const Exercise& exercise,
                              check::Progress& progress, const Options& options) {
  if (options.json_file != "-") {
    fmt::print("judging {} ...\n", exercise.stem);
    std::fflush(stdout);
  }
  wb::ExerciseVerdict verdict = check::judge(exercise, exercise.starter, options.ask);
  progress.note(exercise, verdict);
  if (const std::string guess = check::nearest(places, exercise, verdict); !guess.empty()) {
    verdict.message += "guess     it fails as this known mistake does: " + guess + "\n";
  }
  if (options.json_file == "-") return verdict;
  fmt::print("{}", wb::verdict_text(verdict));
  if (verdict.status == "solved") {
    fmt::print("compare with {}\n", relative(places, exercise.solution));
  } else if (verdict.status == "wrong") {
    fmt::print("a hint: build/bin/check --hint {}\n", exercise.stem.substr(0, 2));
  }
  return verdict;
}

// Judges at once, then each time the file is saved (or Enter is pressed), until it is solved.
int watch(const check::Places& places, const Exercise& exercise, check::Progress& progress,
          const Options& options) {
  for (unsigned run = 1;; ++run) {
    const auto stamp = fs::last_write_time(exercise.starter);
    const wb::ExerciseVerdict verdict = judge_one(places, exercise, progress, options);
    if (verdict.status == "solved" || run == options.watch_runs) return code_of(verdict);
    if (options.manual) {
      fmt::print("Enter judges {} again (q ends)\n", relative(places, exercise.starter));
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line) || line.starts_with("q")) return code_of(verdict);
      continue;
    }
    fmt::print("waiting for you to save {} (Ctrl-C ends)\n", relative(places, exercise.starter));
    std::fflush(stdout);
    std::error_code gone;  // an editor may replace the file
    auto now = stamp;
    while (now == stamp || gone) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      now = fs::last_write_time(exercise.starter, gone);
    }
  }
}

int judge_several(const check::Places& places, const std::vector<Exercise>& chosen,
                  check::Progress& progress, const Options& options) {
  std::vector<wb::ExerciseVerdict> verdicts;
  for (const Exercise& exercise : chosen) {
    verdicts.push_back(judge_one(places, exercise, progress, options));
  }
  int code = 0;
  json rows = json::array();
  for (const wb::ExerciseVerdict& verdict : verdicts) {
    rows.push_back(wb::to_json(verdict));
    const int one = code_of(verdict);
    if (code == 0 || one == static_cast<int>(ExitCode::kWrong)) code = one;
  }
  const std::string text = rows.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  if (options.json_file == "-") fmt::print("{}", text);
  if (!options.json_file.empty() && options.json_file != "-") {
    wb::save_file(options.json_file, text);
  }
  if (!options.junit_file.empty()) wb::save_file(options.junit_file, check::junit(verdicts));
  return code;
}

// The judges judged: every entry of the catalogue, the matrix and the patterns as they are
// recorded.
int catalogue(const check::Places& places, const std::vector<Exercise>& chosen,
              const Options& options) {
  int failed = 0;
  const std::string page_file =
      options.page.empty() ? places.root + "/book/appendix_judges.md" : options.page;
  for (const Exercise& exercise : chosen) {
    const auto entries = check::judge_catalogue(places, exercise, options.ask, options.jobs);
    const std::string page = fs::exists(page_file) ? check::read_text(page_file) : "";
    const std::string table = check::matrix(entries, exercise, page);
    const std::string patterns = check::patterns(entries);
    fmt::print("{}\n\n{}\n", exercise.stem, table);
    for (const check::CatalogueEntry& entry : entries) {
      if (entry.fault.empty()) continue;
      ++failed;
      fmt::print("FAILED {} {}: {}\n", entry.kind, entry.name, entry.fault);
    }
    fmt::print("{} entries, {} faults so far\n\n", entries.size(), failed);
    std::fflush(stdout);
    const std::string file = check::patterns_file(places, exercise);
    const std::string wanted = check::with_matrix(page, exercise, table);
    if (options.record && failed == 0) {  // a faulty run is no record
      fs::create_directories(fs::path(file).parent_path());
      wb::save_file(file, patterns);
      if (wanted != page) wb::save_file(page_file, wanted);
      continue;
    }
    const auto stale = [&](const std::string& what) {
      ++failed;
      fmt::print("FAILED {} is not current: build/bin/check --catalogue {} --record\n",
                 relative(places, what), exercise.stem);
    };
    if (wanted != page) stale(page_file);
    if (!fs::exists(file) || !check::same_entries(check::read_text(file), patterns)) {
      stale(file);
    }
  }
  return static_cast<int>(failed == 0 ? ExitCode::kOk : ExitCode::kWrong);
}

int run(const Options& options, const check::Places& places) {
  const std::vector<Exercise> exercises = check::find_exercises(places);
  std::vector<Exercise> chosen = exercises;
  if (!options.which.empty()) chosen = {check::choose(exercises, options.which)};
  if (options.catalogue) return catalogue(places, chosen, options);
  if (!options.folder.empty()) {
    return check::grade(places, chosen, options.folder, options.ask, options.jobs,
                        options.json_file);
  }
  check::Progress progress(places);
  if (!progress.trouble().empty()) fmt::print(stderr, "check: {}\n", progress.trouble());
  const auto current = [&]() -> const Exercise& {
    for (const Exercise& exercise : chosen) {
      if (!options.which.empty() || progress.status(exercise) != "solved") return exercise;
    }
    return chosen.back();
  };
  if (options.hint) return hint(current(), progress);
  if (options.watch || options.manual) return watch(places, current(), progress, options);
  if (options.which.empty() && !options.all && options.junit_file.empty()) {
    return list(exercises, progress, options);
  }
  return judge_several(places, chosen, progress, options);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  check::Places places{wb::source_folder(), fs::path(wb::executable_path()).parent_path().string()};
  CLI::App app(
      "Judges the workbook's exercises by values, races, traffic and the order of commands",
      "check");
  app.add_option("exercise", options.which, "which one: 4, 04 or 04_gemm_tiled");
  app.add_flag("--all", options.all, "judge every exercise");
  app.add_flag("--hint", options.hint, "show the next of three hints");
  app.add_flag("--watch", options.watch, "judge again on every save, until it is solved");
  app.add_flag("--manual-run", options.manual, "the same on every Enter, not on every save");
  app.add_option("--json", options.json_file, "write the verdicts; - is standard output");
  app.add_option("--junit", options.junit_file, "write the verdicts for a CI system");
  app.add_option("--grade", options.folder, "judge a class: DIR/STUDENT/NN_name.cl or .cpp");
  app.add_flag("--catalogue", options.catalogue,
               "judge the judges: every answer in tests/exercises");
  app.add_flag("--record", options.record, "with --catalogue: write its matrix and patterns");
  app.add_flag("--every-judge", options.ask.every_judge,
               "with --catalogue: also by the judges after the first that fails, as --record does");
  app.add_option("--matrix", options.page, "with --catalogue: the page that holds the matrix");
  app.add_option("--jobs", options.jobs, "judges at a time")->check(CLI::Range(1, 256));
  app.add_option("--limit", options.ask.cpu_seconds, "seconds of processor time for each run")
      ->check(CLI::Range(1, 3600));
  app.add_option("--device", options.ask.device, "where values are judged");
  app.add_option("--root", places.root, "the working copy")->group("");
  app.add_option("--watch-runs", options.watch_runs, "")->group("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }
  const auto fail = [](const std::string& why, ExitCode code) {
    std::fflush(stdout);
    fmt::print(stderr, "check: {}\n", why);
    return static_cast<int>(code);
  };
  try {
    places.root = fs::canonical(places.root).string();
    options.ask.every_judge |= options.record;
    return run(options, places);
  } catch (const wb::Error& error) {
    return fail(error.what(), error.code());
  } catch (const std::exception& error) {
    return fail(error.what(), ExitCode::kEnvironment);
  }
}
