// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/session.hpp"

namespace chapters {

/// Commands recorded once and enqueued as one: cl_khr_command_buffer, which is provisional. Its
/// functions are asked for by name, so this builds with headers that do not know them.
class CommandBuffer {
 public:
  /// Why this device has none, or "".
  static std::string missing(const wb::Session& session);
  /// Begins to record for this queue. Throws cl::Error.
  CommandBuffer(const wb::Session& session, const cl::CommandQueue& queue);
  ~CommandBuffer();
  CommandBuffer(const CommandBuffer&) = delete;
  CommandBuffer& operator=(const CommandBuffer&) = delete;

  /// Records a kernel with its arguments as they are now, after the kernels with these numbers.
  /// Returns its own number.
  cl_uint add(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
              const std::vector<cl_uint>& after);
  /// Ends recording. From here on it can be enqueued, again and again, one at a time.
  void finalize();
  cl::Event enqueue(cl::CommandQueue& queue);

 private:
  cl_platform_id platform_;
  cl_command_queue queue_;
  void* buffer_ = nullptr;
};

}  // namespace chapters
