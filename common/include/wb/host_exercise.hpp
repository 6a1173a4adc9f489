// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace wb {

struct ChapterOptions;
struct JudgeFinding;

/// The reader's compiled code, in the child. Loaded at the first question, so its global objects
/// come after whatever the chapter prepares.
class HostLibrary {
 public:
  explicit HostLibrary(std::string path) : path_(std::move(path)) {}
  /// A function by the name that it has in exercise.hpp (extern "C"). Throws wb::Error if the
  /// reader's file does not define it.
  template <class F>
  F* find(const char* name) {
    return reinterpret_cast<F*>(address(name));
  }

 private:
  std::string path_;
  void* loaded_ = nullptr;
  void* address(const char* name);
};

/// An exercise in host code: chapters/NN_name/exercise.cpp, which includes exercise.hpp. A confined
/// compiler makes a library of it; a confined child loads that and answers one question after the
/// other with bytes; the parent decides.
struct HostExercise {
  struct Judge {
    std::string name;
    /// Fills cases, status and message. answers[i] is what the child left for question i.
    std::function<void(const std::vector<std::string>& answers, const ChapterOptions&,
                       JudgeFinding&)>
        decide;
  };
  std::vector<std::string> questions;  ///< in the same order in parent and child
  std::vector<Judge> judges;           ///< in the order in which a learner should mend things
  bool opencl = false;                 ///< the code calls OpenCL: it is linked, and recorded
  /// In the child: question i. What it throws is told to the reader.
  std::function<std::string(std::size_t i, HostLibrary&, const ChapterOptions&)> ask;
};

}  // namespace wb
