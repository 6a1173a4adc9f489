// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/device.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "wb/error.hpp"

namespace wb {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Drivers pad names with blanks and, in older bindings, with a trailing NUL.
std::string trimmed(std::string text) {
  const auto blank = [](char c) { return c == ' ' || c == '\0' || c == '\n'; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  const auto first = std::find_if_not(text.begin(), text.end(), blank);
  return {first, text.end()};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class T>
T info_or(const cl::Device& device, cl_device_info what, T fallback) {
  T value{};
  return clGetDeviceInfo(device(), what, sizeof(T), &value, nullptr) == CL_SUCCESS ? value
                                                                                   : fallback;
}

std::string listing(const std::vector<DeviceEntry>& devices) {
  std::string text;
  for (const DeviceEntry& entry : devices) text += "\n  " + entry.describe();
  return text;
}

[[noreturn]] void no_device() {
  const std::string text =
      "no OpenCL device found. A loader is not a driver: libOpenCL only looks drivers up. "
      "For a CPU install pocl-opencl-icd; for a GPU its vendor's OpenCL package. "
      "build/bin/doctor says what this machine has. If pocl is installed, check that its cache "
      "directory (POCL_CACHE_DIR) can be written.";
  const char* require = std::getenv("WB_REQUIRE_DEVICE");
  if (require && std::string(require) == "1") throw Error(text);
  throw Skipped(text);
}

}  // namespace

std::string DeviceEntry::describe() const {
  return fmt::format("{} = {}:{}  {} ({})", index, platform_index, device_index, name,
                     platform_name);
}

bool DeviceFacts::has_extension(const std::string& extension) const {
  return contains(" " + extensions + " ", " " + extension + " ");
}

std::vector<DeviceEntry> list_devices() {
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    return {};  // -1001: the loader found no driver at all
  }
  std::vector<DeviceEntry> found;
  for (unsigned p = 0; p < platforms.size(); ++p) {
    std::vector<cl::Device> devices;
    std::string platform_name;
    try {
      platform_name = trimmed(platforms[p].getInfo<CL_PLATFORM_NAME>());
      platforms[p].getDevices(CL_DEVICE_TYPE_ALL, &devices);
    } catch (const cl::Error&) {
      continue;  // one broken driver must not hide the others
    }
    for (unsigned d = 0; d < devices.size(); ++d) {
      DeviceEntry entry;
      entry.index = static_cast<unsigned>(found.size());
      entry.platform_index = p;
      entry.device_index = d;
      entry.platform = platforms[p];
      entry.device = devices[d];
      entry.name = trimmed(devices[d].getInfo<CL_DEVICE_NAME>());
      entry.platform_name = platform_name;
      entry.simulator = contains(platform_name, "Oclgrind");
      found.push_back(std::move(entry));
    }
  }
  return found;
}

DeviceEntry choose_device(const std::string& given) {
  std::string selector = given;
  if (selector.empty()) {
    if (const char* variable = std::getenv("WB_DEVICE")) selector = variable;
  }
  const std::vector<DeviceEntry> devices = list_devices();
  if (devices.empty()) no_device();

  if (selector.empty()) {
    for (const cl_device_type wanted : {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CPU, 0}) {
      for (const DeviceEntry& entry : devices) {
        const auto type = info_or<cl_device_type>(entry.device, CL_DEVICE_TYPE, 0);
        if (!entry.simulator && (wanted == 0 || (type & wanted))) return entry;
      }
    }
    // Oclgrind's launcher replaces every platform; then the simulator is what was asked for.
    const char* preload = std::getenv("LD_PRELOAD");
    if (preload && contains(preload, "oclgrind")) return devices.front();
    throw Skipped("only a simulator is here (" + devices.front().name +
                  "); it is never chosen by default: name it with --device");
  }

  std::vector<DeviceEntry> matches;
  const bool digits = std::all_of(selector.begin(), selector.end(),
                                  [](unsigned char c) { return std::isdigit(c) || c == ':'; });
  for (const DeviceEntry& entry : devices) {
    const std::string pair = fmt::format("{}:{}", entry.platform_index, entry.device_index);
    const bool match =
        digits ? (selector == pair || selector == std::to_string(entry.index))
               : contains(lower(entry.name + " " + entry.platform_name), lower(selector));
    if (match) matches.push_back(entry);
  }
  if (matches.size() == 1) return matches.front();
  throw UsageError(fmt::format("--device {} matches {}; the devices here are{}", selector,
                               matches.empty() ? "none" : std::to_string(matches.size()),
                               listing(devices)));
}

DeviceFacts device_facts(const DeviceEntry& entry) {
  const cl::Device& device = entry.device;
  DeviceFacts facts;
  facts.name = entry.name;
  facts.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
  facts.platform = entry.platform_name;
  facts.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
  facts.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
  facts.c_version = trimmed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>());
  const auto type = device.getInfo<CL_DEVICE_TYPE>();
  facts.simulator = entry.simulator;
  facts.cpu = (type & CL_DEVICE_TYPE_CPU) && !entry.simulator;
  facts.type = (type & CL_DEVICE_TYPE_CPU)   ? "CPU"
               : (type & CL_DEVICE_TYPE_GPU) ? "GPU"
                                             : "ACCELERATOR";
  facts.nvidia = contains(lower(facts.vendor), "nvidia");
  facts.pocl = contains(lower(entry.platform_name), "portable computing language");
  if (facts.nvidia) {  // cl_nv_device_attribute_query
    constexpr cl_device_info kMajor = 0x4000, kMinor = 0x4001;
    facts.nvidia_capability =
        10 * info_or<cl_uint>(device, kMajor, 0) + info_or<cl_uint>(device, kMinor, 0);
  }
  facts.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  facts.clock_mhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
  facts.max_work_group_size = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  const auto item_sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  facts.max_work_item_sizes.assign(item_sizes.begin(), item_sizes.end());
  facts.local_memory_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  facts.global_memory_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  facts.max_allocation_bytes = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  facts.local_memory_is_global = device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>() == CL_GLOBAL;
  facts.constant_buffer_bytes = device.getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>();
  facts.constant_args = device.getInfo<CL_DEVICE_MAX_CONSTANT_ARGS>();
  facts.base_align_bytes = device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
  facts.images = device.getInfo<CL_DEVICE_IMAGE_SUPPORT>();
  facts.extensions = trimmed(device.getInfo<CL_DEVICE_EXTENSIONS>());
  facts.fp64 = info_or<cl_device_fp_config>(device, CL_DEVICE_DOUBLE_FP_CONFIG, 0) != 0;
  facts.out_of_order = info_or<cl_command_queue_properties>(device, CL_DEVICE_QUEUE_PROPERTIES, 0) &
                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  return facts;
}

std::string needs_items(const DeviceFacts& facts, std::size_t items) {
  if (facts.max_work_group_size >= items) return "";
  return fmt::format("needs {} work-items in a group, this device allows {}", items,
                     facts.max_work_group_size);
}

std::string needs_images(const DeviceFacts& facts) {
  return facts.images ? "" : "this device has no images";
}

std::string cl_error_name(int code) {
  // The errors of the OpenCL 1.2 host API, in the order of their codes.
  static constexpr std::array<const char*, 20> kRuntime = {
      "CL_SUCCESS",
      "CL_DEVICE_NOT_FOUND",
      "CL_DEVICE_NOT_AVAILABLE",
      "CL_COMPILER_NOT_AVAILABLE",
      "CL_MEM_OBJECT_ALLOCATION_FAILURE",
      "CL_OUT_OF_RESOURCES",
      "CL_OUT_OF_HOST_MEMORY",
      "CL_PROFILING_INFO_NOT_AVAILABLE",
      "CL_MEM_COPY_OVERLAP",
      "CL_IMAGE_FORMAT_MISMATCH",
      "CL_IMAGE_FORMAT_NOT_SUPPORTED",
      "CL_BUILD_PROGRAM_FAILURE",
      "CL_MAP_FAILURE",
      "CL_MISALIGNED_SUB_BUFFER_OFFSET",
      "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
      "CL_COMPILE_PROGRAM_FAILURE",
      "CL_LINKER_NOT_AVAILABLE",
      "CL_LINK_PROGRAM_FAILURE",
      "CL_DEVICE_PARTITION_FAILED",
      "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"};
  static constexpr std::array<const char*, 43> kInvalid = {"CL_INVALID_VALUE",
                                                           "CL_INVALID_DEVICE_TYPE",
                                                           "CL_INVALID_PLATFORM",
                                                           "CL_INVALID_DEVICE",
                                                           "CL_INVALID_CONTEXT",
                                                           "CL_INVALID_QUEUE_PROPERTIES",
                                                           "CL_INVALID_COMMAND_QUEUE",
                                                           "CL_INVALID_HOST_PTR",
                                                           "CL_INVALID_MEM_OBJECT",
                                                           "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR",
                                                           "CL_INVALID_IMAGE_SIZE",
                                                           "CL_INVALID_SAMPLER",
                                                           "CL_INVALID_BINARY",
                                                           "CL_INVALID_BUILD_OPTIONS",
                                                           "CL_INVALID_PROGRAM",
                                                           "CL_INVALID_PROGRAM_EXECUTABLE",
                                                           "CL_INVALID_KERNEL_NAME",
                                                           "CL_INVALID_KERNEL_DEFINITION",
                                                           "CL_INVALID_KERNEL",
                                                           "CL_INVALID_ARG_INDEX",
                                                           "CL_INVALID_ARG_VALUE",
                                                           "CL_INVALID_ARG_SIZE",
                                                           "CL_INVALID_KERNEL_ARGS",
                                                           "CL_INVALID_WORK_DIMENSION",
                                                           "CL_INVALID_WORK_GROUP_SIZE",
                                                           "CL_INVALID_WORK_ITEM_SIZE",
                                                           "CL_INVALID_GLOBAL_OFFSET",
                                                           "CL_INVALID_EVENT_WAIT_LIST",
                                                           "CL_INVALID_EVENT",
                                                           "CL_INVALID_OPERATION",
                                                           "CL_INVALID_GL_OBJECT",
                                                           "CL_INVALID_BUFFER_SIZE",
                                                           "CL_INVALID_MIP_LEVEL",
                                                           "CL_INVALID_GLOBAL_WORK_SIZE",
                                                           "CL_INVALID_PROPERTY",
                                                           "CL_INVALID_IMAGE_DESCRIPTOR",
                                                           "CL_INVALID_COMPILER_OPTIONS",
                                                           "CL_INVALID_LINKER_OPTIONS",
                                                           "CL_INVALID_DEVICE_PARTITION_COUNT",
                                                           "CL_INVALID_PIPE_SIZE",
                                                           "CL_INVALID_DEVICE_QUEUE",
                                                           "CL_INVALID_SPEC_ID",
                                                           "CL_MAX_SIZE_RESTRICTION_EXCEEDED"};
  if (code == -1001) return "CL_PLATFORM_NOT_FOUND_KHR";
  const int n = -code;
  if (n >= 0 && n < static_cast<int>(kRuntime.size())) return kRuntime[n];
  if (n >= 30 && n - 30 < static_cast<int>(kInvalid.size())) return kInvalid[n - 30];
  return fmt::format("error {}", code);
}

}  // namespace wb
