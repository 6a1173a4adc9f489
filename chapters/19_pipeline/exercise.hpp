// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What exercise.cpp is given. Change nothing here: the judges have their own copy.
#pragma once
#include <CL/opencl.hpp>
#include <cstddef>
#include <vector>

namespace exercise {

// <stages>
/// A kernel whose arguments are set, and the numbers of the buffers that it reads and writes.
struct Stage {
  cl::Kernel kernel;
  cl::NDRange global, local;
  std::vector<int> reads, writes;
};

/// Stages in an order in which they may run one after the other. A buffer may be written again
/// later, when its first content is no longer needed.
struct Work {
  cl::Context context;
  cl::Device device;
  std::vector<Stage> stages;
};
// </stages>

/// Returns when all stages have ended.
extern "C" void run_graph(const Work& work);

}  // namespace exercise
