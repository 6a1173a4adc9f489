// alike: queue_each_slot
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// An in-order queue for each slot: what belongs together is in one queue, and no events are needed.
#include "exercise.hpp"

#include <algorithm>
#include <vector>

namespace exercise {

void run_stream(const Stream& stream) {
  const std::size_t chunks = (stream.samples + stream.chunk - 1) / stream.chunk;
  std::vector<cl::CommandQueue> queues;
  for (std::size_t s = 0; s < stream.slots; ++s) queues.emplace_back(stream.context, stream.device);
  std::vector<cl::Buffer> buffers;
  for (std::size_t s = 0; s < stream.slots; ++s) {
    buffers.emplace_back(stream.context, CL_MEM_READ_WRITE, stream.chunk * kSampleBytes);
  }
  cl::Kernel kernel(stream.program, "rotate_samples");
  for (std::size_t k = 0; k < chunks; ++k) {
    const std::size_t first = k * stream.chunk;
    const std::size_t samples = std::min(stream.chunk, stream.samples - first);
    const std::size_t bytes = samples * kSampleBytes;
    cl::Buffer& buffer = buffers[k % stream.slots];

    cl::CommandQueue& queue = queues[k % stream.slots];
    queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, bytes, stream.source + 2 * first);

    kernel.setArg(0, static_cast<cl_int>(samples));
    kernel.setArg(1, stream.work);
    kernel.setArg(2, buffer);
    kernel.setArg(3, buffer);
    const cl::NDRange global((samples + kGroup - 1) / kGroup * kGroup);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(kGroup));

    queue.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, stream.target + 2 * first);
    queue.flush();
  }
  for (cl::CommandQueue& queue : queues) queue.finish();
}

}  // namespace exercise
