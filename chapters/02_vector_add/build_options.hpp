// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

/// What one build of options.cl computes.
struct ProbeResult {
  std::string options;  ///< "" first, then one build option each
  std::string refused;  ///< why the device did not build it, or ""
  std::vector<float> values;
};

/// Names of the five values, in order.
const std::vector<std::string>& probe_names();

/// Builds the probe once for each option and runs it on values chosen to show the difference.
std::vector<ProbeResult> probe_build_options(wb::Session& session);

/// Prints which option changed what on this device and adds "build_options" to the document.
void report_build_options(wb::Chapter& chapter);

}  // namespace chapters
