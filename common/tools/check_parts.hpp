// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The parts of build/bin/check: exercises, the reader's progress, the catalogue, a class.
#pragma once
#include <map>
#include <string>
#include <vector>
#include "check_submissions.hpp"
#include "wb/exercise.hpp"

namespace check {

/// Folders that check works in. `root` is the working copy, `programs` where the chapters' are.
struct Places {
  std::string root, programs;
};

/// All exercises of the working copy, in order. Throws wb::Error if there is none.
std::vector<Exercise> find_exercises(const Places& places);
/// The one that "4", "04" or "04_gemm" names. Throws wb::UsageError with the list if none or
/// several do.
const Exercise& choose(const std::vector<Exercise>& exercises, const std::string& name);

/// What the judge is told besides the file.
struct Ask {
  bool every_judge = false;
  unsigned cpu_seconds = 30;
  std::string device;
};

/// Runs the chapter's program as a child that judges `file`. That child builds no kernel either: it
/// starts confined ones (wb/exercise.hpp). Never throws for what happens there.
wb::ExerciseVerdict judge(const Exercise& exercise, const std::string& file, const Ask& ask);

/// The three hints in the solution: lines that start with "//! hint", and those that continue them.
std::vector<std::string> hints(const Exercise& exercise);

/// Where the reader stands, kept in .check.json of the working copy.
class Progress {
 public:
  explicit Progress(const Places& places);
  /// "solved", "wrong", or "unsolved": never judged, or changed since.
  std::string status(const Exercise& exercise) const;
  void note(const Exercise& exercise, const wb::ExerciseVerdict& verdict);
  /// How many hints were shown; adds one if `next`.
  unsigned hints_shown(const Exercise& exercise, bool next);
  const std::string& trouble() const { return trouble_; }  ///< a state that could not be read

 private:
  struct Entry {
    std::string status, hash;
    unsigned hints = 0;
  };
  std::string file_, trouble_;
  std::map<std::string, Entry> entries_;
  void save() const;  ///< whole, then renamed
};

/// How one entry of the catalogue fared.
struct CatalogueEntry {
  std::string kind;         ///< "wrong", "alike", "solution", "starter"
  std::string name, file;   ///< the name its first line gives
  std::string judge, says;  ///< promised
  std::string fault;        ///< why the test fails; "" if as promised
  wb::ExerciseVerdict verdict;
};

/// What every exercise promises; fewer entries fail the catalogue.
constexpr std::size_t kPromisedWrong = 6, kPromisedAlike = 2;

/// Judges everything that is catalogued for one exercise, `jobs` at a time; with `ask.every_judge`
/// by the judges after the first that fails, too.
std::vector<CatalogueEntry> judge_catalogue(const Places& places, const Exercise& exercise,
                                            const Ask& ask, unsigned jobs);
/// The table wrong answer x judge, in Markdown. What was not asked, since an earlier judge had
/// failed, stays as `page` has it.
std::string matrix(const std::vector<CatalogueEntry>& entries, const Exercise& exercise,
                   const std::string& page);
/// Replaces the part of `page` that belongs to the exercise; the page is made if it is not there.
std::string with_matrix(const std::string& page, const Exercise& exercise,
                        const std::string& table);
/// How each wrong answer fails, as JSON text: what a reader's failure is compared with.
std::string patterns(const std::vector<CatalogueEntry>& entries);
/// True if two such files hold the same answers. Which cases a race fails is not the same each
/// time.
bool same_entries(const std::string& one, const std::string& other);
std::string patterns_file(const Places& places, const Exercise& exercise);

/// The catalogue's nearest wrong answer to this failure, or "" if none is near.
std::string nearest(const Places& places, const Exercise& exercise,
                    const wb::ExerciseVerdict& verdict);

/// Judges DIR/STUDENT/NN_name.cl or DIR/STUDENT/chapters/NN_name/exercise.cl (.cpp) of every
/// student and prints the class. Returns an exit code.
int grade(const Places& places, const std::vector<Exercise>& exercises, const std::string& folder,
          const Ask& ask, unsigned jobs, const std::string& json_file);

/// JUnit's XML, one test case an exercise.
std::string junit(const std::vector<wb::ExerciseVerdict>& verdicts);

/// Reads a whole file, or throws wb::Error.
std::string read_text(const std::string& path);
/// Runs work(0..count-1), `jobs` at a time.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

}  // namespace check
