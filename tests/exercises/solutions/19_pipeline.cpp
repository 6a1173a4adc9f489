// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 19: stages that read and write buffers, on a device that may run them side by side. Each
// waits for what it needs, and for nothing else.
//! hint 1: Take two stages, one before the other in the list. In which cases would their buffers
//!  hold something else if they ran the other way round? There are three.
//! hint 2: Which kind of queue orders nothing by itself? And if stage 5 needs 4, which needs 2:
//!  does 5 have to name 2?
//! hint 3: For each stage, go through all that stand before it in the list. Where one's writes meet
//!  the other's reads or writes, its event belongs into the wait list. Reads that meet reads are
//!  harmless. What does the host wait for, once, at the end?
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
  // <todo>
  //? This is right and runs one stage at a time: an in-order queue is a promise between all
  //? neighbours. Promise only what the buffers ask for.
  //= cl::CommandQueue queue(work.context, work.device);
  //= for (const Stage& stage : work.stages) {
  //=   queue.enqueueNDRangeKernel(stage.kernel, cl::NullRange, stage.global, stage.local);
  //= }
  //= queue.finish();
  cl::CommandQueue queue(work.context, work.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
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
    queue.enqueueNDRangeKernel(stage.kernel, cl::NullRange, stage.global, stage.local, &wait_for,
                               &done[j]);
  }
  queue.finish();
  // </todo>
}

}  // namespace exercise
