// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "doctor_probe.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

#include "wb/opencl.hpp"

namespace {

using nlohmann::json;

// Driver strings are not always UTF-8; a byte that is not must not end the report.
void say(const json& line) {
  fmt::print("{}\n", line.dump(-1, ' ', false, json::error_handler_t::replace));
  std::fflush(stdout);
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(std::string(" \n\0", 3)) + 1);
  return text;
}

std::string type_name(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return "GPU";
  if (type & CL_DEVICE_TYPE_CPU) return "CPU";
  return "ACCELERATOR";
}

// The file that clGetPlatformIDs comes from is the loader that every program here will use.
json describe_loader() {
  json loader = {{"path", ""}, {"name", ""}};
  void* function = dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
  Dl_info info{};
  if (function != nullptr && dladdr(function, &info) != 0) loader["path"] = info.dli_fname;
  // ocl-icd and recent Khronos loaders tell their name; 3 and 2 are the codes of name and version.
  using Finder = void* (*)(const char*);  // clGetExtensionFunctionAddress, which headers deprecate
  using LoaderInfo = cl_int (*)(cl_uint, size_t, void*, size_t*);
  const auto find = reinterpret_cast<Finder>(dlsym(RTLD_DEFAULT, "clGetExtensionFunctionAddress"));
  const auto ask =
      reinterpret_cast<LoaderInfo>(find == nullptr ? nullptr : find("clGetICDLoaderInfoOCLICD"));
  if (ask != nullptr) {
    char name[128] = "", version[128] = "";
    ask(3, sizeof(name) - 1, name, nullptr);
    ask(2, sizeof(version) - 1, version, nullptr);
    loader["name"] = trimmed(fmt::format("{} {}", name, version));
  }
  return loader;
}

json describe_platform(const cl::Platform& platform) {
  json result = {{"name", ""}, {"version", ""}, {"error", 0}, {"devices", json::array()}};
  try {
    result["name"] = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    result["version"] = trimmed(platform.getInfo<CL_PLATFORM_VERSION>());
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    for (const cl::Device& device : devices) {
      result["devices"].push_back({{"name", trimmed(device.getInfo<CL_DEVICE_NAME>())},
                                   {"type", type_name(device.getInfo<CL_DEVICE_TYPE>())}});
    }
  } catch (const cl::Error& error) {
    result["error"] = error.err();
  }
  return result;
}

void probe_platforms() {
  json result = {{"loader", describe_loader()}, {"error", 0}, {"platforms", json::array()}};
  say(result);
  try {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
      result["platforms"].push_back(describe_platform(platform));
    }
  } catch (const cl::Error& error) {
    result["error"] = error.err();
  }
  say(result);
}

// Loads a vendor's library the way the loader does.
void probe_library(const std::string& path) {
  json result = {{"loads", false}, {"error", ""}, {"entry", false}};
  if (void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
    result["loads"] = true;
    result["entry"] = dlsym(library, "clGetExtensionFunctionAddress") != nullptr;
  } else {
    result["error"] = dlerror();
  }
  say(result);
}

std::string build_log(const cl::Program& program, const cl::Device& device) {
  try {
    return trimmed(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  } catch (const cl::Error&) {
    return "";
  }
}

// Builds one line of OpenCL C and checks what it wrote: a driver that lists a device may still be
// unable to compile for it.
void probe_kernel(unsigned platform_index, unsigned device_index) {
  constexpr int kItems = 64;
  const std::string source =
      "__kernel void probe(__global int* x) { int i = get_global_id(0); x[i] = 3 * i + x[i]; }\n";
  json state = {{"step", "context"}, {"code", 0}};
  say(state);
  cl::Program program;
  cl::Device device;
  try {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms.at(platform_index).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    device = devices.at(device_index);
    const cl::Context context(device);
    cl::CommandQueue queue(context, device);
    state["step"] = "build";
    say(state);
    program = cl::Program(context, source);
    program.build({device});
    state["step"] = "run";
    say(state);
    std::vector<int> values(kItems);
    std::iota(values.begin(), values.end(), 1);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kItems * sizeof(int),
                      values.data());
    cl::Kernel kernel(program, "probe");
    kernel.setArg(0, buffer);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kItems));
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, kItems * sizeof(int), values.data());
    state["step"] = "done";
    for (int i = 0; i < kItems; ++i) {
      if (values[i] != 4 * i + 1 && state["step"] == "done") {
        state["step"] = "values";
        state["log"] = fmt::format("element {} is {}, must be {}", i, values[i], 4 * i + 1);
      }
    }
  } catch (const cl::Error& error) {
    state["code"] = error.err();
    state["log"] = state["step"] == "build" ? build_log(program, device) : "";
  }
  say(state);
}

}  // namespace

int run_probe(const std::vector<std::string>& words) {
  if (words.size() == 1 && words[0] == "platforms") {
    probe_platforms();
  } else if (words.size() == 2 && words[0] == "library") {
    probe_library(words[1]);
  } else if (words.size() == 3 && words[0] == "kernel") {
    probe_kernel(static_cast<unsigned>(std::stoul(words[1])),
                 static_cast<unsigned>(std::stoul(words[2])));
  } else {
    return 2;
  }
  return 0;
}
