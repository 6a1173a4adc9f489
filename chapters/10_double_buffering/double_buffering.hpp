// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

inline constexpr double kFlopsPerStep = 6;        ///< of one sample
inline constexpr double kBytesPerSample = 8;      ///< each way
inline constexpr std::size_t kRotateGroup = 128;  ///< work-items in a work-group

/// One way to write the compute stage.
struct RotateKernel {
  std::string file, entry;
  std::size_t samples;  ///< of a work-item
  /// Work-items for n samples, rounded up to whole work-groups.
  std::size_t work_items(std::size_t n) const;
};
/// The one that suits a device: eight samples a work-item on CPUs, else one.
RotateKernel rotate_kernel(const wb::DeviceFacts& facts);

/// The compute stage alone, on one chunk: {samples, work}. Each sample is turned by `work` steps.
wb::Experiment rotate_samples();

/// What `work` steps of the kernel make of (1, 0), in double with the kernel's own constants: the
/// one complex number that every sample is multiplied with.
struct Turn {
  double x = 1, y = 0;
};
Turn turn_of(std::size_t work);

}  // namespace chapters
