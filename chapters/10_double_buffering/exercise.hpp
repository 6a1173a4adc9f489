// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What exercise.cpp is given. Change nothing here: the judges have their own copy.
#pragma once
#include <CL/opencl.hpp>
#include <cstddef>

namespace exercise {

// <stream>
/// A stream of samples, turned chunk by chunk. A sample is two floats.
struct Stream {
  cl::Context context;
  cl::Device device;
  /// Holds rotate_samples(int n, int work, __global const float2* in, __global float2* out). `in`
  /// and `out` may be one buffer: each work-item reads its own sample and writes it.
  cl::Program program;
  int work;             ///< steps of each sample
  std::size_t samples;  ///< in all
  std::size_t chunk;    ///< samples of a chunk; the last chunk may have fewer
  std::size_t slots;    ///< so many chunks fit into the device's memory: as many buffers, no more
  const float* source;  ///< 2 * samples floats, in pinned memory
  float* target;        ///< where the results go, likewise
};
// </stream>

inline constexpr std::size_t kSampleBytes = 2 * sizeof(float);
inline constexpr std::size_t kGroup = 128;  ///< work-items of a group: pass it as the local size

/// Returns when all results are in `target`.
extern "C" void run_stream(const Stream& stream);

}  // namespace exercise
