// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <fmt/core.h>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "wb/error.hpp"
#include "wb/host_exercise.hpp"
#include "wb/measurement.hpp"

namespace wb {

/// A variant's time, where a chapter does not set its own.
constexpr double kBudgetSeconds = 0.8;

/// What a chapter's program is: names, experiments, and where its parts are.
struct ChapterInfo {
  std::string stem;     ///< "04_gemm_tiled"
  std::string summary;  ///< one line for --help
  std::vector<Experiment> experiments;
  /// What the reader's file is judged by. Its variant launches the kernel file kExerciseFile.
  std::vector<Experiment> exercises = {};
  double budget_seconds = kBudgetSeconds;  ///< unless --budget says otherwise
  /// The same for an exercise in host code; a chapter has one kind or the other.
  std::optional<HostExercise> host = std::nullopt;
};

/// What the command line asked for.
struct ChapterOptions {
  std::string device;
  Size size;  ///< empty: each experiment's default
  std::uint64_t seed = 1;
  DataKind data = DataKind::kUniform;
  Protocol protocol;
  bool race = false, lens = false, lens_lines = false, peers = false, fresh_ceilings = false;
  LensModel model;
  std::string json_file, csv_file, trace_file, build_options, only_variant;
  bool text_on_stderr = false;  ///< with --json -, which takes standard output: for tests
};

/// The running chapter: options, device, and the document that grows as the story is told.
class Chapter {
 public:
  Chapter(const ChapterInfo& info, ChapterOptions options);
  const ChapterOptions& options() const { return options_; }
  Session& session() { return session_; }
  Document& document() { return document_; }
  const Ceilings& ceilings();  ///< measured on first use

  /// Text for people; silent when JSON goes to standard output.
  template <class... T>
  void print(fmt::format_string<T...> format, T&&... args) {
    if (out_) fmt::print(out_, format, std::forward<T>(args)...);
  }

  /// Platform, driver, device, sizes, revision: what every number below depends on.
  void banner();
  /// The size an experiment runs at: --size spread over its dimensions, or its default.
  Size size_of(const Experiment& experiment) const;
  /// Work, floor time, bound: what the roof allows, before anything runs.
  void predict(const Experiment& experiment);
  /// Loads every variant and compares its values with the reference; prints nothing but faults and
  /// one line, "All N variants match. Measuring."
  void verify(const Experiment& experiment);
  /// Times what was verified, interleaved, and verifies the timed output again. Runs --race and
  /// --lens if asked.
  void measure(const Experiment& experiment) { measure({&experiment}); }
  /// The same for several experiments, all taking turns: their rates belong to one run.
  void measure(const std::vector<const Experiment*>& experiments);
  /// The table of what measure() found.
  void report(const Experiment& experiment);
  /// Adds a row measured some other way (peers, host code); it is printed by report().
  void add(Row row);
  ExitCode result() const;

 private:
  friend int chapter_main(int, char**, const ChapterInfo&, const std::function<void(Chapter&)>&);
  struct Loaded;
  ChapterInfo info_;
  ChapterOptions options_;
  std::FILE* out_;
  Session session_;
  Document document_;
  bool have_ceilings_ = false;
  std::map<std::string, std::shared_ptr<Loaded>> loaded_;
  bool asked_for(const Experiment& experiment) const;  ///< false: --variant is of another one
  std::vector<Row*> rows_of(const Experiment& experiment);
  void add_peers(const Experiment& experiment, Loaded& loaded);
  void judge_timed_output(Loaded& loaded);
  void compare_rows(const Experiment& experiment);
  void run_instruments(const Experiment& experiment, Row& row);
  void report_lens(const std::vector<Row*>& rows);
  void write_files();
  void write_trace();
};

/// Parses the command line, tells the story, writes the files, maps every failure to an exit code.
int chapter_main(int argc, char** argv, const ChapterInfo& info,
                 const std::function<void(Chapter&)>& story);

/// A progress line on standard error, only on a terminal, for what takes over two seconds.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  void step(const std::string& text);

 private:
  std::string what_;
  double started_;
  bool shown_ = false;
};

}  // namespace wb
