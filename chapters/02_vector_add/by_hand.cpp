// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The whole host program by hand, once: platform, device, context, queue, buffers, program, kernel,
// arguments, launch, read back. Every other chapter leaves this to the library and shows its
// kernels.
//   build/bin/02_vector_add_by_hand
//   build/bin/02_vector_add_by_hand 1000
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "wb/opencl.hpp"
#include "wb/session.hpp"  // only to find and read the kernel's file

namespace {

constexpr int kNoDevice = 77;

int add_vectors(int n) {
  // <host-data>
  std::vector<float> a(n), b(n), c(n, -1.0f);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i % 1000);
    b[i] = 0.5f;
  }
  const std::size_t bytes = n * sizeof(float);
  // </host-data>

  // <platform>
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  // </platform>

  // <device>
  cl::Device device;
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    if (devices.empty()) continue;
    device = devices[0];
    std::printf("platform  %s\n", platform.getInfo<CL_PLATFORM_NAME>().c_str());
    std::printf("device    %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
    break;
  }
  if (device() == nullptr) {
    std::fprintf(stderr, "no OpenCL device found; build/bin/doctor says why\n");
    return kNoDevice;
  }
  // </device>

  // <context>
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  // </context>

  // <buffers>
  const cl::Buffer device_a(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a.data());
  const cl::Buffer device_b(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer device_c(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(device_b, CL_TRUE, 0, bytes, b.data());
  // </buffers>

  // <program>
  const std::string file = wb::find_kernel_file("02_vector_add/guarded.cl");
  cl::Program program(context, wb::read_kernel_file(file));
  try {
    program.build({device}, "");
  } catch (const cl::Error&) {
    std::fprintf(stderr, "%s does not build:\n%s\n", file.c_str(),
                 program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device).c_str());
    throw;
  }
  // </program>

  // <kernel>
  cl::Kernel kernel(program, "vector_add");
  kernel.setArg(0, cl_int{n});
  kernel.setArg(1, device_a);
  kernel.setArg(2, device_b);
  kernel.setArg(3, device_c);
  // </kernel>

  // <launch>
  const std::size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  const std::size_t local = std::min<std::size_t>(64, limit);
  const std::size_t global = (n + local - 1) / local * local;  // n rounded up to whole work-groups
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(global), cl::NDRange(local));
  // </launch>

  // <read-back>
  queue.enqueueReadBuffer(device_c, CL_TRUE, 0, bytes, c.data());
  // </read-back>

  // <check>
  for (int i = 0; i < n; ++i) {
    if (!(c[i] == a[i] + b[i])) {
      std::fprintf(stderr, "c[%d] is %g, should be %g\n", i, c[i], a[i] + b[i]);
      return 1;
    }
  }
  std::printf("%d sums in %zu work-groups of %zu, all right\n", n, global / local, local);
  return 0;
  // </check>
}  // every cl:: object releases what it holds here, in reverse order

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  if (argc > 2 || n < 1) {
    std::fprintf(stderr, "usage: %s [N], with N of at least 1\n", argv[0]);
    return 2;
  }
  // <errors>
  try {
    return add_vectors(n);
  } catch (const cl::Error& error) {
    std::fprintf(stderr, "%s failed with %d\n", error.what(), error.err());
    if (error.err() == -1001) return kNoDevice;  // the loader knows no platform at all
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 3;
  // </errors>
}
