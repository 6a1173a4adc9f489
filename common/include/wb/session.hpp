// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include "wb/device.hpp"

namespace wb {

/// One device, ready for work: context, queue, and the programs built so far.
class Session {
 public:
  /// Opens the device that `selector` names (see choose_device) with an in-order queue that
  /// records event times where the device can.
  explicit Session(const std::string& selector = "");

  const DeviceEntry& entry() const { return entry_; }
  const DeviceFacts& facts() const { return facts_; }
  cl::Context& context() { return context_; }
  cl::CommandQueue& queue() { return queue_; }
  cl::Device& device() { return entry_.device; }
  bool profiling() const { return profiling_; }  ///< false: times come from the host's clock

  /// The program of one kernel file (path below kernels/) with these options; built once.
  /// Throws Error with the compiler's log, its lines pointing into the real file.
  cl::Program& program(const std::string& file, const std::string& options);
  /// A kernel by name. Throws Error listing the names that the program does have.
  cl::Kernel kernel(const std::string& file, const std::string& entry, const std::string& options);
  /// Added to every build's options (`--build-options`).
  void set_extra_options(std::string options) { extra_options_ = std::move(options); }

 private:
  DeviceEntry entry_;
  DeviceFacts facts_;
  cl::Context context_;
  cl::CommandQueue queue_;
  bool profiling_ = true;
  std::string extra_options_;
  std::map<std::pair<std::string, std::string>, cl::Program> programs_;
};

/// As the kernel file of a launch: the reader's own file, which `--exercise` names ($WB_EXERCISE).
inline constexpr const char* kExerciseFile = "@exercise";

/// Full path of a kernel file. Looked up in $WB_KERNEL_DIR (alone, if set), beside the executable,
/// in the installed share folder, in the source tree. Throws Error listing every path tried.
std::string find_kernel_file(const std::string& file);

/// The folder that this was built from.
std::string source_folder();

/// Text of a kernel file. Throws Error for an empty file or one that is not text.
std::string read_kernel_file(const std::string& path);

/// Builds one source for the session's device. `path` is for messages only.
cl::Program build_program(Session& session, const std::string& path, const std::string& source,
                          const std::string& options);

/// A compiler's log with the driver's temporary file names replaced by `path` and each line it
/// points at printed below it.
std::string readable_build_log(const std::string& log, const std::string& path,
                               const std::string& source);

/// Checks a launch against the device's and the kernel's limits before any driver sees it.
/// Throws Skipped naming the kernel, what it needs and what the device allows; Error for a launch
/// that is wrong on every device (a global size that is no multiple of the local one).
void check_launch(Session& session, const cl::Kernel& kernel, const cl::NDRange& global,
                  const cl::NDRange& local, std::size_t dynamic_local_bytes = 0);

}  // namespace wb
