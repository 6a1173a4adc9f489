// wrong: not_flushed; judge: graph; says: nobody flushed
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Waits for all stages by way of one more queue, and flushes none of theirs.
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
  std::vector<cl::CommandQueue> queues;
  for (std::size_t j = 0; j < work.stages.size(); ++j)
    queues.emplace_back(work.context, work.device);
  std::vector<cl::Event> done(work.stages.size());
  for (std::size_t j = 0; j < work.stages.size(); ++j) {
    const Stage& stage = work.stages[j];
    std::vector<cl::Event> wait_for;
    for (std::size_t i = 0; i < j; ++i) {
      const Stage& earlier = work.stages[i];
      if (meet(earlier.writes, stage.reads) || meet(earlier.reads, stage.writes) ||
          meet(earlier.writes, stage.writes)) {
        wait_for.push_back(done[i]);
      }
    }
    queues[j].enqueueNDRangeKernel(stage.kernel, cl::NullRange, stage.global, stage.local,
                                   &wait_for, &done[j]);
  }
  cl::CommandQueue last(work.context, work.device);
  last.enqueueMarkerWithWaitList(&done);
  last.finish();
}

}  // namespace exercise
