// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>
#include "wb/chapter.hpp"
#include "wb/host_exercise.hpp"
#include "wb/instruments.hpp"

namespace wb {

/// One question of a judge: a size and a kind of data, one size under the simulator, or a counter.
struct JudgedCase {
  std::string name;    ///< "17x33x18 uniform", "17x17x17", "global_load_sectors"
  std::string status;  ///< "pass" | "fail" | "not run"
  std::string what;    ///< how it failed, in one word or two: "wrong", "race", "bounds", "exceeded"
};

/// The message of a judge that was not asked, since an earlier one had failed.
constexpr const char* kNotReached = "an earlier judge has found something";

/// What one judge found.
struct JudgeFinding {
  std::string judge;   ///< "values" | "race" | "lens", or one of a HostExercise
  std::string status;  ///< "pass" | "fail" | "not run"
  std::vector<JudgedCase> cases;
  std::string message;  ///< for the learner: what, where, what it means, where to re-read
};

/// What became of a reader's file.
struct ExerciseVerdict {
  std::string chapter, file;
  std::string status;   ///< "solved" | "wrong" | "could not judge"
  std::string judge;    ///< the judge that stopped it; "" if solved
  std::string message;  ///< that judge's
  std::vector<JudgeFinding> judges;
  std::string printed;       ///< what the kernel printed, at most a few lines
  std::string gap;           ///< what this machine could not confine; "" if nothing
  bool environment = false;  ///< it could not be judged, and not for anything in the file
  double seconds = 0;
  /// Every failing case as one word each ("values/17x33x18 uniform/wrong"): what a fault looks
  /// like.
  std::vector<std::string> pattern() const;
};

/// How the judge works.
struct JudgeOptions {
  bool every_judge = false;   ///< go on after the first that fails: for the catalogue
  unsigned cpu_seconds = 30;  ///< processor time of each run of the kernel
};

/// Judges a reader's file. A kernel: values on the device, races and bounds under Oclgrind, traffic
/// under the lens, in the order in which a learner should mend things.
///
/// The kernel runs in confined children (`--child --outputs`), which cannot read tests/exercises
/// and return bytes. This process never builds the kernel: it makes the same problem from the seed,
/// computes the reference and compares. A file passes only if every case's bytes are there, are
/// right, and the child ended well. Host code (HostExercise) is compiled by a confined compiler
/// into a library that such a child loads. Oclgrind's log and the lens's counts are written by
/// simulators that interpret the kernel, which cannot write them itself.
ExerciseVerdict judge_exercise(const ChapterInfo& info, const ChapterOptions& options,
                               const std::string& file, const JudgeOptions& how);

/// The exit code for a verdict: 0, 1, 77, or 3 for what is the machine's fault.
ExitCode exit_code(const ExerciseVerdict& verdict);

/// Runs in the child: every case of the exercise, or with a variant and a size that one; the bytes
/// of case i go to `folder`/i, a reason why it stopped to `folder`/reason. Named "compiler", it
/// only builds one line of its own.
int exercise_child(const ChapterInfo& info, const ChapterOptions& options, const std::string& name,
                   const std::string& folder);

nlohmann::json to_json(const ExerciseVerdict& verdict);
ExerciseVerdict verdict_from_json(const nlohmann::json& json);

/// The verdict for a terminal: one line a judge, then the message.
std::string verdict_text(const ExerciseVerdict& verdict);

/// A drawing of an output, one character an element or a block of them: "." right, "x" wrong, "0"
/// wrong and zero, "N" not a number, "?" never written. At most 16 rows of 64.
std::string draw_faults(const Array& got, const Expected& expected);

}  // namespace wb
