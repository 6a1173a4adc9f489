// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// CLBlast's sgemm on matrices of 128 x 128 ones; with an argument W, loads are W floats wide.
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast.h>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  const std::size_t n = 128;
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  std::vector<float> ones(n * n, 1.0f), c(n * n, 0.0f);
  const std::size_t bytes = n * n * sizeof(float);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  cl_mem a = clCreateBuffer(context, flags, bytes, ones.data(), nullptr);
  cl_mem b = clCreateBuffer(context, flags, bytes, ones.data(), nullptr);
  cl_mem product = clCreateBuffer(context, flags, bytes, c.data(), nullptr);
  if (argc > 1) {  // its parameters for an unknown device, but for the last two
    const std::size_t width = std::stoul(argv[1]);
    clblast::OverrideParameters(device, "XgemmDirect", clblast::Precision::kSingle,
                                {{"WGD", 16},
                                 {"MDIMCD", 8},
                                 {"NDIMCD", 8},
                                 {"MDIMAD", 8},
                                 {"NDIMBD", 8},
                                 {"KWID", 2},
                                 {"PADA", 1},
                                 {"PADB", 1},
                                 {"VWMD", width},
                                 {"VWND", width}});
  }
  const auto no = clblast::Transpose::kNo;
  const auto status = clblast::Gemm(clblast::Layout::kRowMajor, no, no, n, n, n, 1.0f, a, 0, n, b,
                                    0, n, 0.0f, product, 0, n, &queue);
  clEnqueueReadBuffer(queue, product, CL_TRUE, 0, bytes, c.data(), 0, nullptr, nullptr);
  std::size_t wrong = 0;
  for (const float value : c) wrong += value != static_cast<float>(n);
  std::cout << "status " << static_cast<int>(status) << ", wrong elements: " << wrong << "\n";
  return wrong == 0 ? 0 : 1;
}
