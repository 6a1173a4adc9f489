// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What the students of a class handed in.
#pragma once
#include <string>
#include <vector>

namespace check {

/// One exercise: chapters/NN_name/exercise.cl or exercise.cpp, its judge build/bin/NN_name, its
/// solution.
struct Exercise {
  std::string stem;      ///< "04_gemm_tiled"
  std::string language;  ///< ".cl" or ".cpp"
  std::string starter;   ///< what the reader edits
  std::string solution;  ///< tests/exercises/solutions/NN_name.cl or .cpp
  std::string judge;     ///< the chapter's program
};

/// One folder of a class.
struct Student {
  std::string name;                ///< of the folder
  std::vector<std::string> files;  ///< one an exercise, in its student's own folder; "": missing
};

/// What lies in the folders of a class, sorted by name. A link out of a student's folder hands in
/// nothing, nor does what is no regular file. Throws wb::UsageError if there is no student.
std::vector<Student> find_submissions(const std::vector<Exercise>& exercises,
                                      const std::string& folder);

}  // namespace check
