// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// clFFT's forward transform of 64 x 64 complex ones: all of it ends in the first element.
#define CL_TARGET_OPENCL_VERSION 120
#include <clFFT.h>
#include <cstdio>

constexpr int N = 64;

int main() {
  static float data[2 * N * N];
  for (int i = 0; i < N * N; ++i) data[2 * i] = 1;
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, nullptr);
  clfftSetupData setup;
  clfftInitSetupData(&setup);
  clfftSetup(&setup);
  const size_t lengths[] = {N, N};
  clfftPlanHandle plan;
  int status = clfftCreateDefaultPlan(&plan, context, CLFFT_2D, lengths);
  if (status == 0) status = clfftBakePlan(plan, 1, &queue, nullptr, nullptr);
  if (status == 0)
    status = clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, &buffer,
                                   nullptr, nullptr);
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, nullptr, nullptr);
  printf("status %d, first %g, second %g\n", status, data[0], data[2]);
  clfftDestroyPlan(&plan);
  clfftTeardown();
  return status == 0 && data[0] == N * N && data[2] == 0 ? 0 : 1;
}
