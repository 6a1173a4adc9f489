// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 19: stages that read and write buffers, on a device that may run them side by side. Each
// waits for what it needs, and for nothing else.
#include "exercise.hpp"

#include <algorithm>
#include <vector>

namespace exercise {

// Whether two lists have a buffer in common.
bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int x) { return std::find(b.begin(), b.end(), x) != b.end(); });
}

void run_graph(const Work& work) {
  // TODO: This is right and runs one stage at a time: an in-order queue is a promise between all
  //       neighbours. Promise only what the buffers ask for.
  cl::CommandQueue queue(work.context, work.device);
  for (const Stage& stage : work.stages) {
    queue.enqueueNDRangeKernel(stage.kernel, cl::NullRange, stage.global, stage.local);
  }
  queue.finish();
}

}  // namespace exercise
