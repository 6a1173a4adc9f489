// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 10: the stream with one buffer a slot. The kernel works in place, so a chunk arrives in
// a buffer, is turned there, and leaves from there. All three stages shall be able to run at once.
#include "exercise.hpp"

#include <algorithm>
#include <vector>

namespace exercise {

void run_stream(const Stream& stream) {
  const std::size_t chunks = (stream.samples + stream.chunk - 1) / stream.chunk;
  // TODO: This is right and does one thing at a time. Let the next chunk travel while this one is
  //       computed and the last one leaves: as many buffers as there are slots, commands that do
  //       not block, and for each command a wait list that names what it needs, and nothing else.
  cl::CommandQueue queue(stream.context, stream.device);
  cl::Buffer buffer(stream.context, CL_MEM_READ_WRITE, stream.chunk * kSampleBytes);
  cl::Kernel kernel(stream.program, "rotate_samples");
  for (std::size_t k = 0; k < chunks; ++k) {
    const std::size_t first = k * stream.chunk;
    const std::size_t samples = std::min(stream.chunk, stream.samples - first);
    const std::size_t bytes = samples * kSampleBytes;
    kernel.setArg(0, static_cast<cl_int>(samples));
    kernel.setArg(1, stream.work);
    kernel.setArg(2, buffer);
    kernel.setArg(3, buffer);
    const cl::NDRange global((samples + kGroup - 1) / kGroup * kGroup);
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, stream.source + 2 * first);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(kGroup));
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, stream.target + 2 * first);
  }
}

}  // namespace exercise
