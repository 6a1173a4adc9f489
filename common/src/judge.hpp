// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The parts of the judge: exercise.cpp runs them; judge_values.cpp, judge_race.cpp,
// judge_traffic.cpp and judge_host.cpp decide; judge_messages.cpp words it.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "wb/exercise.hpp"
#include "wb/process.hpp"

namespace wb {

const char* kind_text(DataKind kind);

// The values judge's questions, in the same order in parent and child.
struct Question {
  const Experiment* experiment;
  const Variant* variant;
  Size size;
  DataKind kind;
  std::string name() const { return size_text(size, "x") + " " + kind_text(kind); }
};
std::vector<Question> questions(const ChapterInfo& info);

/// In the child of an exercise in host code: the bytes of answer i go to `folder`/i.
int host_child(const ChapterInfo& info, const ChapterOptions& options, const std::string& folder);
void write_bytes(const std::string& path, const void* bytes, std::size_t count);

// What a child may read, and what it is told.
Confinement confinement_for(const std::string& file, const std::string& scratch);
std::map<std::string, std::string> child_environment(const std::string& file,
                                                     const std::string& scratch);

// --- judge_messages.cpp

std::string re_read(const std::string& stem, const std::string& section);
// " (VARIANT)" where an experiment launches the reader's kernel in several ways.
std::string which_launch(const Experiment& experiment, const Variant& variant);
std::string indented(const std::string& text, const std::string& by);
// The lines of the file that store to this array, if it is still called that.
std::string stores_to(const std::string& source, const std::string& array);
// Who computes an element, if each work-item computes one: the usual shape of a launch.
std::string owner(const Variant& variant, const Size& size, const Array& array, std::size_t index);

struct FaultShape {
  std::size_t wrong = 0, zero = 0, nan = 0, poison = 0;
  bool all_zero = true;
};
FaultShape shape_of(const Array& got, const Expected& expected);

// What the pattern of wrong elements and of wrong cases suggests, the surest first.
std::string values_meaning(const FaultShape& shape, std::size_t count,
                           const std::vector<std::pair<Question, bool>>& cases);
std::string counter_meaning(const std::string& counter);
std::string source_line(const std::string& source, unsigned number);
// Control characters of a stranger's output would drive the terminal; long output would hide us.
std::string tame(const std::string& text);

class Judge {
 public:
  Judge(const ChapterInfo& info, const ChapterOptions& options, std::string file, JudgeOptions how);
  ExerciseVerdict run();

 private:
  const ChapterInfo& info_;
  const ChapterOptions& options_;
  std::string file_, shown_, source_;
  JudgeOptions how_;
  ExerciseVerdict verdict_;
  bool endless_ = false;

  struct Failure {
    Question question;
    Verdict verdict;
    std::string what;  // "wrong", "outside", or how the child stopped
    std::vector<Array> outputs;
    std::string message;  // instead of the verdict's, if it stopped
  };

  // Paths as the reader typed them, not as we handed them on.
  std::string readable(std::string text) const;
  Apart apart(const std::string& folder) const;
  void keep_printed(const std::string& text);

  void values(JudgeFinding& finding);
  // One word for how the values are wrong, for the pattern.
  static std::string kind_of_wrong(const Question& question, const PreparedProblem& prepared,
                                   const std::vector<Array>& outputs);
  static std::string place_of(const Question& question);
  std::string explain(const std::vector<Failure>& failures,
                      const std::vector<std::pair<Question, bool>>& cases);
  std::string where_and_why(const Failure& shown,
                            const std::vector<std::pair<Question, bool>>& cases);
  void stopped(JudgeFinding& finding, std::vector<Failure>& failures, const Question& question,
               const ProcessResult& result, const std::string& folder);

  bool stuck_in_compiler(JudgeFinding& finding, const std::string& question,
                         const ProcessResult& result, const std::string& folder);

  void races(JudgeFinding& finding);
  void note_race(JudgeFinding& finding, const Size& size, const std::string& which,
                 const RaceOutcome& outcome);

  std::vector<std::string> answers_;
  bool host_ran_ = false;
  void decide_host(std::size_t judge, JudgeFinding& finding);
  bool build_host(JudgeFinding& finding, const std::string& scratch);
  bool run_host(JudgeFinding& finding);
  void host_stopped(JudgeFinding& finding, const std::string& question, const ProcessResult& result,
                    const std::string& folder);
  static bool waits_only(const ProcessResult& result);

  void traffic(JudgeFinding& finding);
  void show_counts(const LensReport& report) const;
  void note_traffic(JudgeFinding& finding, const Experiment& experiment, const Variant& variant,
                    const LensOutcome& outcome);
};

}  // namespace wb
