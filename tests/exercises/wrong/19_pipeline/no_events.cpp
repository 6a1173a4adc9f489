// wrong: no_events; judge: graph; says: nothing keeps
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// An out-of-order queue without wait lists: it takes the list's order for a promise.
#include "exercise.hpp"

#include <algorithm>
#include <vector>

namespace exercise {

void run_graph(const Work& work) {
  cl::CommandQueue queue(work.context, work.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (const Stage& stage : work.stages) {
    queue.enqueueNDRangeKernel(stage.kernel, cl::NullRange, stage.global, stage.local);
  }
  queue.finish();
}

}  // namespace exercise
