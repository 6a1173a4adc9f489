// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// leaks KIND plants one mistake, on the line whose comment names it. tracker_test runs it.
#include <cstdio>
#include <string>
#include <vector>

#include "wb/opencl.hpp"

namespace {

const char* const kSource = "__kernel void first(__global int* x) { x[0] = 1; }";

cl_event marker(const cl::CommandQueue& queue) {
  cl_event event = nullptr;
  clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &event);  // leak: marker
  return event;
}

void plant(const std::string& kind) {
  // Not Device::getDefault(), which keeps a context in a static object: Oclgrind writes to freed
  // memory when one is released after the main thread's thread-local objects are gone.
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  const cl::Device device = devices.at(0);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Buffer buffer(context, CL_MEM_READ_WRITE, 4096);
  const auto is = [&](const char* name) { return kind == name; };
  cl_int zero = 0;

  if (is("context")) {
    const cl::Context second(device);  // leak: context
    clRetainContext(second());
  }
  if (is("queue")) {
    const cl::CommandQueue second(context, device);  // leak: queue
    clRetainCommandQueue(second());
  }
  if (is("buffer")) {
    clCreateBuffer(context(), CL_MEM_READ_ONLY, 64, nullptr, nullptr);  // leak: buffer
  }
  if (is("sub-buffer")) {
    const cl_buffer_region region = {0, 1024};
    const cl_buffer_create_type type = CL_BUFFER_CREATE_TYPE_REGION;
    clCreateSubBuffer(buffer(), CL_MEM_READ_ONLY, type, &region, nullptr);  // leak: sub-buffer
  }
  if (is("image")) {
    const cl::ImageFormat format(CL_RGBA, CL_UNORM_INT8);
    const cl::Image2D image(context, CL_MEM_READ_ONLY, format, 4, 4);  // leak: image
    clRetainMemObject(image());
  }
  if (is("sampler")) {
    const cl_filter_mode filter = CL_FILTER_NEAREST;
    const cl::Sampler sampler(context, CL_FALSE, CL_ADDRESS_CLAMP, filter);  // leak: sampler
    clRetainSampler(sampler());
  }
  if (is("program")) {
    const cl::Program program(context, kSource);  // leak: program
    clRetainProgram(program());
  }
  if (is("kernel") || is("kernels")) {
    cl::Program program(context, kSource);
    program.build({device});
    if (is("kernel")) {
      clCreateKernel(program(), "first", nullptr);  // leak: kernel
    } else {
      cl_kernel kernel = nullptr;
      clCreateKernelsInProgram(program(), 1, &kernel, nullptr);  // leak: kernels
    }
  }
  if (is("user event")) clCreateUserEvent(context(), nullptr);  // leak: user event
  if (is("event")) {
    cl_event event = nullptr;
    clEnqueueFillBuffer(queue(), buffer(), &zero, 4, 0, 64, 0, nullptr, &event);  // leak: event
  }
  if (is("map")) {
    cl_event event = nullptr;
    const auto map = [&] {
      cl_command_queue q = queue();
      return clEnqueueMapBuffer(q, buffer(), 1, 1, 0, 64, 0, 0, &event, 0);  // leak: map
    };
    void* memory = map();
    queue.enqueueUnmapMemObject(buffer, memory);
  }
  if (is("marker")) marker(queue);
  if (is("retain")) {
    const cl::Buffer second(context, CL_MEM_READ_ONLY, 64);  // leak: retain
    clRetainMemObject(second());
    clRetainMemObject(second());
  }
  if (is("sub-device")) {
    const cl_device_partition_property by_two[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::vector<cl_device_id> parts(device.getInfo<CL_DEVICE_PARTITION_MAX_SUB_DEVICES>());
    cl_uint made = 0;
    const auto n = static_cast<cl_uint>(parts.size());
    clCreateSubDevices(device(), by_two, n, parts.data(), &made);  // leak: sub-device
    for (cl_uint i = 1; i < made; ++i) clReleaseDevice(parts[i]);
  }
  if (is("in use")) {  // dropped while a kernel argument and a queued command still want it
    cl::UserEvent gate(context);
    const std::vector<cl::Event> wait = {gate};
    cl_mem dropped = clCreateBuffer(context(), CL_MEM_READ_WRITE, 64, nullptr, nullptr);
    const cl::Buffer buffer_of_ours(dropped, true);  // retains, so one is left
    queue.enqueueFillBuffer(buffer_of_ours, zero, 0, 64, &wait);
    clReleaseMemObject(dropped);
    gate.setStatus(CL_COMPLETE);
  }
  if (is("twice")) {
    cl_mem once = clCreateBuffer(context(), CL_MEM_READ_ONLY, 64, nullptr, nullptr);  // leak: made
    clReleaseMemObject(once);
    clReleaseMemObject(once);  // leak: twice
  }
  queue.finish();
}

}  // namespace

int main(int, char** argv) {
  try {
    plant(argv[1]);
  } catch (const cl::Error& error) {
    std::fprintf(stderr, "%s: %d\n", error.what(), error.err());
    return 4;
  }
}
