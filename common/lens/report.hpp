// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What the plugin writes when its process ends and wb::run_lens reads: a file of its own per
// process.
#pragma once
#include <string>
#include <vector>

#include "wb/lens.hpp"

namespace wb::lens {

/// The contract between the runner and the plugin: environment variables.
inline constexpr const char* kOutputVariable = "WB_LENS_OUTPUT";  ///< directory for PID.json
inline constexpr const char* kModelVariable = "WB_LENS_MODEL";    ///< model_to_text()
inline constexpr const char* kKernelVariable = "WB_LENS_KERNEL";  ///< only this kernel
inline constexpr const char* kLimitVariable = "WB_LENS_LIMIT";    ///< bytes of trace

/// What one process under the lens has to say.
struct ProcessReport {
  LensReport report;
  std::string error;                  ///< why its counts are not to be believed; empty: they are
  int exit_code = 0;                  ///< what the process handed to exit()
  std::vector<std::string> launched;  ///< names of all kernels launched, also those filtered out
};

std::string model_to_text(const LensModel& model);
/// Throws wb::Error if `text` is not what model_to_text() writes.
LensModel model_from_text(const std::string& text);
std::string to_text(const ProcessReport& report);
/// Throws wb::Error if `text` is not what to_text() writes: counts are whole, lines ascend, and the
/// model is one that parse_lens_model() gives.
ProcessReport from_text(const std::string& text);

}  // namespace wb::lens
