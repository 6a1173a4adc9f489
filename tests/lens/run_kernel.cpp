// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Launches any kernel of a .cl file, with plain cl:: and nothing of the workbook: what the lens's
// tests run under it.
//   run_kernel FILE KERNEL GLOBAL LOCAL ARG ... [-- BUILD OPTIONS]
// GLOBAL and LOCAL are 64 or 64x8. An ARG is i:7 (int), buf:4096 (bytes of a buffer whose int at i
// is i), local:1024 (bytes of local memory), image:32x4 (float, one channel) or sampler.
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// A static object, as programs have them: it dies after main has returned.
bool abort_at_exit = false;
struct Last {
  ~Last() {
    if (abort_at_exit) std::abort();
  }
} last;

std::vector<std::size_t> sizes(const std::string& text) {
  std::vector<std::size_t> result;
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, 'x');) result.push_back(std::stoul(part));
  return result;
}

cl::NDRange range(const std::string& text) {
  const auto n = sizes(text);
  if (n.size() == 1) return {n[0]};
  if (n.size() == 2) return {n[0], n[1]};
  return {n.at(0), n.at(1), n.at(2)};
}

int run(const std::vector<std::string>& args) {
  std::ifstream file(args.at(0));
  const std::string source{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (source.empty()) throw std::runtime_error("no kernel source in " + args.at(0));
  // Not cl::Device::getDefault(): its static objects outlive Oclgrind, which then crashes at exit.
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  const cl::Device device = devices.at(0);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  std::size_t end = 4;
  while (end < args.size() && args[end] != "--") ++end;
  std::string options;
  for (std::size_t i = end + 1; i < args.size(); ++i) options += args[i] + " ";
  try {
    program.build(options.c_str());
  } catch (const cl::Error&) {
    std::cerr << program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    throw;
  }
  cl::Kernel kernel(program, args.at(1).c_str());
  std::vector<cl::Memory> kept;
  for (std::size_t i = 4; i < end; ++i) {
    const auto index = static_cast<cl_uint>(i - 4);
    const std::size_t colon = args[i].find(':');
    const std::string kind = args[i].substr(0, colon), value = args[i].substr(colon + 1);
    if (kind == "i") {
      kernel.setArg(index, std::stoi(value));
    } else if (kind == "buf") {
      std::vector<int> data(std::stoul(value) / sizeof(int));
      std::iota(data.begin(), data.end(), 0);
      const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              data.size() * sizeof(int), data.data());
      kernel.setArg(index, buffer);
      kept.push_back(buffer);
    } else if (kind == "local") {
      kernel.setArg(index, cl::Local(std::stoul(value)));
    } else if (kind == "image") {
      const auto n = sizes(value);
      std::vector<float> data(n.at(0) * n.at(1));
      const cl::Image2D image(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              cl::ImageFormat(CL_R, CL_FLOAT), n[0], n[1], 0, data.data());
      kernel.setArg(index, image);
      kept.push_back(image);
    } else if (kind == "sampler") {
      kernel.setArg(index, cl::Sampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR));
    } else if (kind == "abort") {
      std::abort();
    } else if (kind == "abort-at-exit") {
      abort_at_exit = true;
    } else if (kind == "abort-at-exit-early") {
      static Last first;  // made after the context, so it dies before what the context brought
      abort_at_exit = true;
    } else {
      throw std::runtime_error("unknown argument " + args[i]);
    }
  }
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, range(args.at(2)), range(args.at(3)));
  queue.finish();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& e) {
    std::cerr << "run_kernel: " << e.what() << "\n";
    return 3;
  }
}
