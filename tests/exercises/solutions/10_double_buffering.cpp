// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 10: the stream with one buffer a slot. The kernel works in place, so a chunk arrives in
// a buffer, is turned there, and leaves from there. All three stages shall be able to run at once.
//! hint 1: Draw chunk k's three commands and those of chunk k + 1. Which arrows does the job need,
//!  and which does one in-order queue add?
//! hint 2: A buffer is free for chunk k when an earlier chunk has left it. Which one, and which of
//!  its three events says so? It is another one than in the chapter, where results leave from a
//!  buffer of their own.
//! hint 3: An in-order queue for each stage; upload k waits for download k - slots, kernel k for
//!  upload k, download k for kernel k. Each queue is flushed before another one waits for it. What
//!  does the host wait for, once?
#include "exercise.hpp"

#include <algorithm>
#include <vector>

namespace exercise {

void run_stream(const Stream& stream) {
  const std::size_t chunks = (stream.samples + stream.chunk - 1) / stream.chunk;
  // <todo>
  //? This is right and does one thing at a time. Let the next chunk travel while this one is
  //? computed and the last one leaves: as many buffers as there are slots, commands that do
  //? not block, and for each command a wait list that names what it needs, and nothing else.
  //= cl::CommandQueue queue(stream.context, stream.device);
  //= cl::Buffer buffer(stream.context, CL_MEM_READ_WRITE, stream.chunk * kSampleBytes);
  //= cl::Kernel kernel(stream.program, "rotate_samples");
  //= for (std::size_t k = 0; k < chunks; ++k) {
  //=   const std::size_t first = k * stream.chunk;
  //=   const std::size_t samples = std::min(stream.chunk, stream.samples - first);
  //=   const std::size_t bytes = samples * kSampleBytes;
  //=   kernel.setArg(0, static_cast<cl_int>(samples));
  //=   kernel.setArg(1, stream.work);
  //=   kernel.setArg(2, buffer);
  //=   kernel.setArg(3, buffer);
  //=   const cl::NDRange global((samples + kGroup - 1) / kGroup * kGroup);
  //=   queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, stream.source + 2 * first);
  //=   queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(kGroup));
  //=   queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, stream.target + 2 * first);
  //= }
  cl::CommandQueue up(stream.context, stream.device);
  cl::CommandQueue run(stream.context, stream.device);
  cl::CommandQueue down(stream.context, stream.device);
  std::vector<cl::Buffer> buffers;
  for (std::size_t s = 0; s < stream.slots; ++s) {
    buffers.emplace_back(stream.context, CL_MEM_READ_WRITE, stream.chunk * kSampleBytes);
  }
  cl::Kernel kernel(stream.program, "rotate_samples");
  std::vector<cl::Event> uploaded(chunks), computed(chunks), downloaded(chunks);
  for (std::size_t k = 0; k < chunks; ++k) {
    const std::size_t first = k * stream.chunk;
    const std::size_t samples = std::min(stream.chunk, stream.samples - first);
    const std::size_t bytes = samples * kSampleBytes;
    cl::Buffer& buffer = buffers[k % stream.slots];

    std::vector<cl::Event> slot_free;
    if (k >= stream.slots) slot_free = {downloaded[k - stream.slots]};
    up.enqueueWriteBuffer(buffer, CL_FALSE, 0, bytes, stream.source + 2 * first, &slot_free,
                          &uploaded[k]);
    up.flush();

    kernel.setArg(0, static_cast<cl_int>(samples));
    kernel.setArg(1, stream.work);
    kernel.setArg(2, buffer);
    kernel.setArg(3, buffer);
    const cl::NDRange global((samples + kGroup - 1) / kGroup * kGroup);
    const std::vector<cl::Event> here = {uploaded[k]};
    run.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(kGroup), &here,
                             &computed[k]);
    run.flush();

    const std::vector<cl::Event> done = {computed[k]};
    down.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, stream.target + 2 * first, &done,
                           &downloaded[k]);
    down.flush();
  }
  down.finish();
  // </todo>
}

}  // namespace exercise
