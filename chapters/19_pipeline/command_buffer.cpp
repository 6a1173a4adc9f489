// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "19_pipeline/command_buffer.hpp"

#include "wb/tracker.hpp"

namespace chapters {
namespace {

// As version 0.9 of the extension has them.
using Create = void*(CL_API_CALL*)(cl_uint, const cl_command_queue*, const cl_ulong*, cl_int*);
using Change = cl_int(CL_API_CALL*)(void*);  // finalize, release
using Add = cl_int(CL_API_CALL*)(void*, cl_command_queue, const cl_ulong*, cl_kernel, cl_uint,
                                 const size_t*, const size_t*, const size_t*, cl_uint,
                                 const cl_uint*, cl_uint*, void**);
using Enqueue = cl_int(CL_API_CALL*)(cl_uint, cl_command_queue*, void*, cl_uint, const cl_event*,
                                     cl_event*);

template <class F>
F function(cl_platform_id platform, const char* name) {
  return reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(platform, name));
}

void check(cl_int code, const char* what) {
  if (code != CL_SUCCESS) throw cl::Error(code, what);
}

}  // namespace

std::string CommandBuffer::missing(const wb::Session& session) {
  // <feature-test>
  if (!session.facts().has_extension("cl_khr_command_buffer")) {
    return "this device does not have cl_khr_command_buffer";
  }
  for (const char* name :
       {"clCreateCommandBufferKHR", "clCommandNDRangeKernelKHR", "clFinalizeCommandBufferKHR",
        "clEnqueueCommandBufferKHR", "clReleaseCommandBufferKHR"}) {
    const cl_platform_id platform = session.entry().platform();
    if (clGetExtensionFunctionAddressForPlatform(platform, name) == nullptr) {
      return std::string("the platform has no function ") + name;
    }
  }
  // </feature-test>
  return "";
}

CommandBuffer::CommandBuffer(const wb::Session& session, const cl::CommandQueue& queue)
    : platform_(session.entry().platform()), queue_(queue()) {
  cl_int code = CL_SUCCESS;
  buffer_ = function<Create>(platform_, "clCreateCommandBufferKHR")(1, &queue_, nullptr, &code);
  check(code, "clCreateCommandBufferKHR");
}

CommandBuffer::~CommandBuffer() {
  function<Change>(platform_, "clReleaseCommandBufferKHR")(buffer_);
}

cl_uint CommandBuffer::add(const cl::Kernel& kernel, const cl::NDRange& global,
                           const cl::NDRange& local, const std::vector<cl_uint>& after) {
  cl_uint point = 0;
  check(function<Add>(platform_, "clCommandNDRangeKernelKHR")(
            buffer_, nullptr, nullptr, kernel(), cl_uint(global.dimensions()), nullptr,
            global.get(), local.get(), cl_uint(after.size()),
            after.empty() ? nullptr : after.data(), &point, nullptr),
        "clCommandNDRangeKernelKHR");
  return point;
}

void CommandBuffer::finalize() {
  check(function<Change>(platform_, "clFinalizeCommandBufferKHR")(buffer_),
        "clFinalizeCommandBufferKHR");
}

cl::Event CommandBuffer::enqueue(cl::CommandQueue& queue) {
  cl_command_queue one = queue();
  cl_event event = nullptr;
  check(function<Enqueue>(platform_, "clEnqueueCommandBufferKHR")(1, &one, buffer_, 0, nullptr,
                                                                  &event),
        "clEnqueueCommandBufferKHR");
  wb::tell_tracker(event, "event", "clEnqueueCommandBufferKHR");
  return cl::Event(event);
}

}  // namespace chapters
