// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A plain OpenCL program for the race judge's tests to run under Oclgrind. It knows nothing of wb.
//   race_host kernel FILE ENTRY GLOBAL GROUP N [OPTIONS]   ranges as 8 or 8x8
//   race_host memory HOW        how the buffer gets its values before a kernel reads it
//   race_host call WHAT         one wrong call
//   race_host end HOW           how the program ends after a clean kernel, or without one
#include <CL/opencl.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Device {
  Device() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    device = devices.at(0);
    context = cl::Context(device);
    queue = cl::CommandQueue(context, device);
  }
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
};

cl::Kernel build(const Device& d, const std::string& file, const std::string& entry,
                 const std::string& options = "") {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  cl::Program program(d.context, text.str());
  program.build({d.device}, options.c_str());
  return cl::Kernel(program, entry.c_str());
}

cl::NDRange range(const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos) return cl::NDRange(std::stoul(text));
  return cl::NDRange(std::stoul(text.substr(0, x)), std::stoul(text.substr(x + 1)));
}

/// Every kernel here takes some buffers of n floats (or n x n for two dimensions) and then n.
void run_kernel(const std::string& file, const std::string& entry, const std::string& global,
                const std::string& group, int n, const std::string& options) {
  Device d;
  cl::Kernel kernel = build(d, file, entry, options);
  const cl::NDRange range_all = range(global);
  const std::size_t count =
      static_cast<std::size_t>(n) * (range_all.dimensions() == 2 ? static_cast<unsigned>(n) : 1);
  std::vector<float> values(count);  // all different: equal writes would be no race
  std::iota(values.begin(), values.end(), 1.0F);
  const cl_uint buffers = kernel.getInfo<CL_KERNEL_NUM_ARGS>() - 1;
  std::vector<cl::Buffer> held;  // a kernel does not keep its arguments alive
  for (cl_uint i = 0; i < buffers; ++i) {
    held.emplace_back(d.context, CL_MEM_READ_WRITE, count * sizeof(float));
    d.queue.enqueueWriteBuffer(held[i], CL_TRUE, 0, count * sizeof(float), values.data());
    kernel.setArg(i, held[i]);
  }
  kernel.setArg(buffers, n);
  std::printf("before ");  // no newline: what the simulator prints must not get glued to it
  d.queue.enqueueNDRangeKernel(kernel, cl::NullRange, range_all, range(group));
  std::vector<float> result(count);
  d.queue.enqueueReadBuffer(held.back(), CL_TRUE, 0, count * sizeof(float), result.data());
  std::printf("after: %g\n\nlast line without an end", static_cast<double>(result[0]));
}

void initialise(const std::string& how, const std::string& file) {
  constexpr std::size_t n = 32, bytes = n * sizeof(float);
  Device d;
  std::vector<float> values(n, 1.0F);
  cl::Buffer a(d.context, CL_MEM_READ_WRITE, bytes);
  const cl::Buffer b(d.context, CL_MEM_READ_WRITE, bytes);
  const cl::array<cl::size_type, 3> origin = {0, 0, 0}, region = {16, bytes / 16, 1};
  const auto fill = [&](cl_map_flags flags) {
    void* mapped = d.queue.enqueueMapBuffer(a, CL_TRUE, flags, 0, bytes);
    std::memcpy(mapped, values.data(), bytes);
    return mapped;
  };
  void* still_mapped = nullptr;
  if (how == "write" || how == "nan") {
    if (how == "nan") values.assign(n, std::numeric_limits<float>::quiet_NaN());
    d.queue.enqueueWriteBuffer(a, CL_TRUE, 0, bytes, values.data());
  } else if (how == "fill") {
    d.queue.enqueueFillBuffer(a, 1.0F, 0, bytes);
  } else if (how == "copy_host_ptr") {
    a = cl::Buffer(d.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, values.data());
  } else if (how == "use_host_ptr") {
    a = cl::Buffer(d.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, values.data());
  } else if (how == "map") {
    d.queue.enqueueUnmapMemObject(a, fill(CL_MAP_WRITE));
  } else if (how == "map_invalidate") {
    d.queue.enqueueUnmapMemObject(a, fill(CL_MAP_WRITE_INVALIDATE_REGION));
  } else if (how == "still_mapped") {
    still_mapped = fill(CL_MAP_WRITE);
  } else if (how == "write_rect") {
    d.queue.enqueueWriteBufferRect(a, CL_TRUE, origin, origin, region, 16, 0, 16, 0, values.data());
  } else if (how == "copy" || how == "copy_rect" || how == "copy_of_nothing") {
    const cl::Buffer source(d.context, CL_MEM_READ_WRITE, bytes);
    if (how != "copy_of_nothing") {
      d.queue.enqueueWriteBuffer(source, CL_TRUE, 0, bytes, values.data());
    }
    if (how == "copy_rect") {
      d.queue.enqueueCopyBufferRect(source, a, origin, origin, region, 16, 0, 16, 0);
    } else {
      d.queue.enqueueCopyBuffer(source, a, 0, 0, bytes);
    }
  } else if (how == "sub_buffer") {  // the kernel runs over its end, into the parent
    const cl_buffer_region half = {0, bytes / 2};
    d.queue.enqueueWriteBuffer(a, CL_TRUE, 0, bytes, values.data());
    a = a.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half);
  } else if (how == "write_only") {
    a = cl::Buffer(d.context, CL_MEM_WRITE_ONLY, bytes);
    d.queue.enqueueWriteBuffer(a, CL_TRUE, 0, bytes, values.data());
  } else if (how != "nothing") {
    throw std::runtime_error("unknown: " + how);
  }
  cl::Kernel kernel = build(d, file, "copy");
  kernel.setArg(0, a);
  kernel.setArg(1, b);
  kernel.setArg(2, static_cast<int>(n));
  d.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NDRange(8));
  d.queue.finish();
  if (still_mapped != nullptr) d.queue.enqueueUnmapMemObject(a, still_mapped);
  d.queue.finish();
}

void call(const std::string& what, const std::string& file) {
  Device d;
  const cl::Buffer buffer(d.context, CL_MEM_READ_WRITE, 32);
  std::vector<float> host(64);
  cl::Kernel kernel = build(d, file, "copy");
  const auto launch = [&](const cl::NDRange& global, const cl::NDRange& group) {
    kernel.setArg(0, buffer);
    kernel.setArg(1, buffer);
    kernel.setArg(2, 8);
    d.queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, group);
    d.queue.finish();
  };
  if (what == "unset") {
    d.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(8), cl::NDRange(8));
  } else if (what == "size") {
    kernel.setArg(2, cl_long{8});
  } else if (what == "index") {
    kernel.setArg(3, 8);
  } else if (what == "name") {
    build(d, file, "no_such_kernel");
  } else if (what == "group") {
    launch(cl::NDRange(8), cl::NDRange(3));
  } else if (what == "large_group") {
    launch(cl::NDRange(1 << 20), cl::NDRange(1 << 20));
  } else if (what == "read") {
    d.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 64, host.data());
  } else if (what == "nothing_to_do") {
    launch(cl::NDRange(0), cl::NullRange);
  } else if (what == "question") {
    std::size_t size = 0;
    clGetDeviceInfo(d.device(), CL_DEVICE_HALF_FP_CONFIG, 0, nullptr, &size);
    cl_uint count = 0;
    clGetDeviceIDs(d.device.getInfo<CL_DEVICE_PLATFORM>(), CL_DEVICE_TYPE_CUSTOM, 0, nullptr,
                   &count);
  }
}

void end(const std::string& how, const std::string& file) {
  if (how == "without_opencl") return;
  if (how == "hang") {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  if (how == "two_contexts") {  // the second is clean, and opens the log again
    run_kernel(file, "shared_sum", "16", "8", 16, "");
    run_kernel(file, "clean", "16", "8", 16, "");
    return;
  }
  if (how == "context_only") {
    const Device d;
    return;
  }
  run_kernel(file, "clean", "16", "8", 16, "");
  if (how == "crash") std::raise(SIGSEGV);
  if (how == "abort") std::abort();
  if (how == "wrong") std::exit(1);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() >= 6 && args[0] == "kernel") {
    run_kernel(args[1], args[2], args[3], args[4], std::stoi(args[5]),
               args.size() > 6 ? args[6] : "");
  } else if (args.size() == 3 && args[0] == "memory") {
    initialise(args[1], args[2]);
  } else if (args.size() == 3 && args[0] == "call") {
    call(args[1], args[2]);
  } else if (args.size() == 3 && args[0] == "end") {
    end(args[1], args[2]);
  } else {
    std::cerr << "usage: see the top of race_host.cpp\n";
    return 2;
  }
  return 0;
} catch (const cl::Error& error) {
  std::cerr << error.what() << ": " << error.err() << "\n";
  return 3;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
