// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// Preloaded into a program, it makes one OpenCL call fail: WB_SHIM=clFinish, WB_SHIM=profiling for
// a device whose queues record no event times, or WB_SHIM=images for one that has no images.
// Everything else goes on to the loader.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace {

bool chosen(const char* name) {
  const char* wanted = std::getenv("WB_SHIM");
  return wanted != nullptr && std::strcmp(wanted, name) == 0;
}

template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

void set(cl_int* code, cl_int value) {
  if (code != nullptr) *code = value;
}

}  // namespace

extern "C" {

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                      cl_int* code) {
  if (chosen("clCreateBuffer")) {
    set(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    return nullptr;
  }
  return real<decltype(&clCreateBuffer)>("clCreateBuffer")(context, flags, size, host, code);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint count, const cl_event* wait, cl_event* event) {
  if (chosen("clEnqueueNDRangeKernel")) return CL_OUT_OF_RESOURCES;
  return real<decltype(&clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel")(
      queue, kernel, dimensions, offset, global, local, count, wait, event);
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                       size_t* needed) {
  const cl_int code =
      real<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(device, what, size, value, needed);
  if (chosen("images") && what == CL_DEVICE_IMAGE_SUPPORT && value != nullptr) {
    *static_cast<cl_bool*>(value) = CL_FALSE;
  }
  return code;
}

cl_int clFinish(cl_command_queue queue) {
  if (chosen("clFinish")) return CL_INVALID_COMMAND_QUEUE;
  return real<decltype(&clFinish)>("clFinish")(queue);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* code) {
  if (chosen("profiling") && (properties & CL_QUEUE_PROFILING_ENABLE) != 0) {
    set(code, CL_INVALID_QUEUE_PROPERTIES);
    return nullptr;
  }
  return real<decltype(&clCreateCommandQueue)>("clCreateCommandQueue")(context, device, properties,
                                                                       code);
}

}  // extern "C"
