// wrong: slot_waits_for_kernel; judge: graph; says: nothing keeps the upload of chunk 3 waiting for the download
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The chapter's wait, for a slot of two buffers. Here results leave from the same one.
#include "exercise.hpp"

#include <algorithm>
#include <vector>

namespace exercise {

void run_stream(const Stream& stream) {
  const std::size_t chunks = (stream.samples + stream.chunk - 1) / stream.chunk;
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
    if (k >= stream.slots) slot_free = {computed[k - stream.slots]};
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
}

}  // namespace exercise
