// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/ledger.hpp"

namespace chapters {

cl::Buffer Ledger::buffer(const cl::Context& context, std::size_t bytes) {
  cl::Buffer made(context, CL_MEM_READ_WRITE, bytes);
  ++buffers_;
  if (!following_) return made;
  const std::size_t now = *bytes_ += bytes;
  for (std::size_t peak = peak_; now > peak && !peak_.compare_exchange_weak(peak, now);) {
  }
  struct Freed {
    std::shared_ptr<std::atomic<std::size_t>> held;
    std::size_t bytes;
  };
  auto freed = std::make_unique<Freed>(Freed{bytes_, bytes});
  // <freed>
  made.setDestructorCallback(
      [](cl_mem, void* data) {  // the last command that used it is done, the memory goes now
        const std::unique_ptr<Freed> mine(static_cast<Freed*>(data));
        *mine->held -= mine->bytes;
      },
      freed.get());
  // </freed>
  freed.release();  // NOLINT(bugprone-unused-return-value): the callback's from here on
  return made;
}

cl::Buffer Ledger::part(cl::Buffer& parent, std::size_t offset, std::size_t bytes) {
  // <part>
  const cl_buffer_region region = {offset, bytes};
  cl::Buffer made =
      parent.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
  // </part>
  ++parts_;
  return made;
}

}  // namespace chapters
