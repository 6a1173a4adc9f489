// wrong: inputs_only; judge: graph; says: overwritten by the other
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Waits for the writers of its inputs only: a buffer is overwritten while it is read.
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
  cl::CommandQueue queue(work.context, work.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<cl::Event> done(work.stages.size());
  for (std::size_t j = 0; j < work.stages.size(); ++j) {
    const Stage& stage = work.stages[j];
    std::vector<cl::Event> wait_for;
    for (std::size_t i = 0; i < j; ++i) {
      const Stage& earlier = work.stages[i];
      if (meet(earlier.writes, stage.reads)) {
        wait_for.push_back(done[i]);
      }
    }
    queue.enqueueNDRangeKernel(stage.kernel, cl::NullRange, stage.global, stage.local, &wait_for,
                               &done[j]);
  }
  queue.finish();
}

}  // namespace exercise
