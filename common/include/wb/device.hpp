// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstdint>
#include <string>
#include <vector>
#include "wb/opencl.hpp"

namespace wb {

/// One device of one platform, as the loader lists them.
struct DeviceEntry {
  unsigned index = 0;           ///< position in list_devices(), what `--device 1` means
  unsigned platform_index = 0;  ///< `--device 0:1` is platform 0, device 1
  unsigned device_index = 0;
  cl::Platform platform;
  cl::Device device;
  std::string name, platform_name;
  bool simulator = false;        ///< counts and checks, but is no machine; never chosen by default
  std::string describe() const;  ///< "1 = 0:1  name (platform)"
};

/// The limits that decide whether a launch is legal. Sizes in bytes.
struct DeviceFacts {
  std::string name, vendor, platform, driver, version, c_version, type;  ///< type: CPU, GPU, ...
  bool cpu = false, nvidia = false, pocl = false, simulator = false;
  unsigned compute_units = 0, clock_mhz = 0;
  unsigned nvidia_capability = 0;  ///< compute capability times 10 (90 for 9.0); 0 elsewhere
  std::size_t max_work_group_size = 0;
  std::vector<std::size_t> max_work_item_sizes;
  std::uint64_t local_memory_bytes = 0, global_memory_bytes = 0, max_allocation_bytes = 0;
  bool local_memory_is_global = false;  ///< true where "local" is ordinary memory, as on CPUs
  std::uint64_t constant_buffer_bytes = 0;
  unsigned constant_args = 0;
  std::size_t base_align_bytes = 0;
  bool images = false, fp64 = false, out_of_order = false;
  std::string extensions;
  bool has_extension(const std::string& extension) const;
};

/// Every device of every platform; a platform that fails or is empty does not end the search.
std::vector<DeviceEntry> list_devices();

/// Chooses by index ("1"), platform:device ("0:1") or a part of the name ("h200", any case).
/// Empty: the first GPU, else the first CPU, else any device that is no simulator.
/// Throws UsageError with the list if none or two match; Skipped (or Error with exit 3 if
/// WB_REQUIRE_DEVICE=1) if there is no device at all.
DeviceEntry choose_device(const std::string& selector);

DeviceFacts device_facts(const DeviceEntry& entry);

/// Why a kernel cannot run on a device, for Variant::needs; "" if it can.
std::string needs_items(const DeviceFacts& facts, std::size_t items);  ///< of a work-group
std::string needs_images(const DeviceFacts& facts);

/// "CL_INVALID_KERNEL_NAME" for -46; "error -9999" for what the standard does not name.
std::string cl_error_name(int code);

}  // namespace wb
