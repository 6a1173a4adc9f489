// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <stdexcept>
#include <string>

namespace wb {

/// Exit codes, the same in every program of the workbook.
enum class ExitCode { kOk = 0, kWrong = 1, kUsage = 2, kEnvironment = 3, kSkipped = 77 };

/// A failure that ends the program. The text names the thing, the limit and the next step.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, ExitCode code = ExitCode::kEnvironment)
      : std::runtime_error(what), code_(code) {}
  /// The exit code the program ends with if nobody handles this.
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The command line was wrong (exit 2).
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& what) : Error(what, ExitCode::kUsage) {}
};

/// The machine lacks what this needs (exit 77); the text is the reason that a table prints.
class Skipped : public Error {
 public:
  explicit Skipped(const std::string& reason) : Error(reason, ExitCode::kSkipped) {}
};

}  // namespace wb
