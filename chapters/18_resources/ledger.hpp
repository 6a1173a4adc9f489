// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <atomic>
#include <cstddef>
#include <memory>

#include "wb/opencl.hpp"

namespace chapters {

/// Every buffer of this chapter is made here, so that none is missed in the count.
class Ledger {
 public:
  cl::Buffer buffer(const cl::Context& context, std::size_t bytes);
  /// A part of a buffer. No memory is allocated, but the driver makes an object.
  cl::Buffer part(cl::Buffer& parent, std::size_t offset, std::size_t bytes);

  /// While on, as it is at first, also follows when the driver really frees a buffer, by a
  /// callback, which costs time.
  void follow_bytes(bool on) { following_ = on; }
  std::size_t buffers() const { return buffers_; }
  std::size_t parts() const { return parts_; }
  std::size_t peak_bytes() const { return peak_; }

 private:
  std::atomic<bool> following_ = true;
  std::atomic<std::size_t> buffers_ = 0, parts_ = 0, peak_ = 0;
  /// Shared with callbacks, which may run when the ledger is gone.
  std::shared_ptr<std::atomic<std::size_t>> bytes_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace chapters
