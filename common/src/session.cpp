// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <regex>
#include <sstream>
#include <system_error>
#include <thread>

#include "building.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"
#include "wb/ptx_binary.hpp"
#include "wb/trace.hpp"

namespace wb {
namespace fs = std::filesystem;

namespace {

// A compiler that never returns cannot be called off; the program can only end, and say why.
class BuildLimit {
 public:
  explicit BuildLimit(const std::string& what) {
    if (const char* mark = std::getenv(kBuildingMark)) std::ofstream(mark_ = mark) << what;
    const char* given = std::getenv("WB_BUILD_LIMIT");
    const double wanted = given ? std::strtod(given, nullptr) : 0;
    const double seconds = wanted > 0 && wanted < 1e6 ? wanted : 120;
    try {
      watch_ = std::thread([this, what, seconds] {
        std::unique_lock lock(mutex_);
        if (built_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return done_; })) {
          return;
        }
        std::fflush(stdout);
        fmt::print(
            stderr,
            "{}: the driver's compiler did not finish in {:.3g} s, so this program ends. "
            "Choose another device with --device, or allow more time: WB_BUILD_LIMIT=seconds\n",
            what, seconds);
        std::fflush(stderr);
        _exit(static_cast<int>(ExitCode::kEnvironment));
      });
    } catch (const std::system_error&) {  // no thread to be had: then no limit
    }
  }
  ~BuildLimit() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    built_.notify_one();
    if (watch_.joinable()) watch_.join();
    std::error_code ignored;
    if (!mark_.empty()) fs::remove(mark_, ignored);
  }
  BuildLimit(const BuildLimit&) = delete;
  BuildLimit& operator=(const BuildLimit&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable built_;
  bool done_ = false;
  std::string mark_;  // is there while a compiler runs, for the judge whose child this may be
  std::thread watch_;
};

}  // namespace

Session::Session(const std::string& selector)
    : entry_(choose_device(selector)), facts_(device_facts(entry_)) {
  try {
    context_ = cl::Context(entry_.device);
  } catch (const cl::Error& error) {
    throw Error(fmt::format(
        "{} is listed, but its driver cannot open it: {} ({}). Choose another device with "
        "--device; build/bin/doctor says what this machine has",
        entry_.describe(), cl_error_name(error.err()), error.err()));
  }
  try {
    queue_ = cl::CommandQueue(context_, entry_.device, CL_QUEUE_PROFILING_ENABLE);
  } catch (const cl::Error&) {
    profiling_ = false;  // the tables then say "host" beside each time
    queue_ = cl::CommandQueue(context_, entry_.device);
  }
}

cl::Program& Session::program(const std::string& file, const std::string& options) {
  const std::string all =
      extra_options_.empty() ? options : options + (options.empty() ? "" : " ") + extra_options_;
  const auto key = std::make_pair(file, all);
  if (auto found = programs_.find(key); found != programs_.end()) return found->second;
  const std::string path = find_kernel_file(file);
  return programs_.emplace(key, build_program(*this, path, read_kernel_file(path), all))
      .first->second;
}

cl::Kernel Session::kernel(const std::string& file, const std::string& entry,
                           const std::string& options) {
  cl::Program& built = program(file, options);
  try {
    return cl::Kernel(built, entry.c_str());
  } catch (const cl::Error& error) {
    if (error.err() != CL_INVALID_KERNEL_NAME) throw;
    std::vector<cl::Kernel> kernels;
    built.createKernels(&kernels);
    std::string names;
    for (const cl::Kernel& kernel : kernels) {
      names += (names.empty() ? "" : ", ") + kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
    }
    throw Error(fmt::format("{} has no kernel \"{}\"; it has: {}", file, entry,
                            names.empty() ? "none at all" : names));
  }
}

std::string find_kernel_file(const std::string& file) {
  if (file == kExerciseFile) {
    const char* path = std::getenv("WB_EXERCISE");
    if (path) return path;
    throw Error("no exercise file was named; run the chapter with --exercise or --exercise=FILE");
  }
  std::vector<fs::path> folders;
  if (const char* forced = std::getenv("WB_KERNEL_DIR")) {
    folders = {forced};
  } else {
    const fs::path here = fs::path(executable_path()).parent_path();
    folders = {here / "kernels", here.parent_path() / "share/opencl-measured/kernels",
               fs::path(WB_SOURCE_DIR) / "kernels"};
  }
  std::string tried;
  for (const fs::path& folder : folders) {
    const fs::path path = folder / file;
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) return path.string();
    tried += "\n  " + path.string();
  }
  throw Error(
      fmt::format("kernel file {} not found. Set WB_KERNEL_DIR to the folder \"kernels\". Tried:{}",
                  file, tried));
}

std::string source_folder() {
  return WB_SOURCE_DIR;
}

std::string read_kernel_file(const std::string& path) {
  std::error_code ignored;
  std::ifstream in(path, std::ios::binary);
  if (!in || !fs::is_regular_file(path, ignored)) {
    throw Error(fmt::format("cannot read {}: no file that can be opened", path));
  }
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const bool blank = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  });
  if (blank) throw Error(fmt::format("{}: the file is empty", path));
  if (text.find('\0') != std::string::npos) {
    throw Error(fmt::format("{}: the file is not text (it holds a zero byte)", path));
  }
  return text;
}

std::string readable_build_log(const std::string& log, const std::string& path,
                               const std::string& source) {
  std::vector<std::string> lines;
  std::istringstream in(source);
  for (std::string line; std::getline(in, line);) lines.push_back(line);

  // Each driver has its own name for our text: tempfile_x.cl, input.cl, <kernel>, <program source>;
  // pocl puts the severity before it.
  static const std::regex kPlace(
      R"(^\s*((?:fatal error|error|warning|note): )?([^:]*\.cl|<[^>]+>):(\d+)(:\d+)?)");
  std::string out;
  std::istringstream rows(log);
  for (std::string row; std::getline(rows, row);) {
    std::smatch match;
    if (!std::regex_search(row, match, kPlace)) {
      out += row + "\n";
      continue;
    }
    out +=
        match[1].str() + path + ":" + match[3].str() + match[4].str() + match.suffix().str() + "\n";
    const std::size_t number = std::strtoul(match[3].str().c_str(), nullptr, 10);
    const bool shown =
        number == 0 || number > lines.size() || log.find(lines[number - 1]) != std::string::npos;
    if (!shown) out += "    " + lines[number - 1] + "\n";
  }
  return out;
}

cl::Program build_program(Session& session, const std::string& path, const std::string& source,
                          const std::string& options) {
  const Scope scope("build a program");
  cl::Program program(session.context(), source);
  try {
    const BuildLimit limit(path);
    program.build({session.device()}, options.c_str());
  } catch (const cl::Error& error) {
    std::string log;
    try {
      log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(session.device());
    } catch (const cl::Error&) {  // a driver may have no log for options that it refused
    }
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
    const std::string head =
        fmt::format("{} does not build with \"{}\" on {}: {} ({})", path, options,
                    session.facts().name, cl_error_name(error.err()), error.err());
    // pocl, too, has but one line to say where it could not write: that the build failed.
    if (log.find("error") == std::string::npos && error.err() == CL_BUILD_PROGRAM_FAILURE) {
      throw Error(head + (log.empty() ? "" : "\n" + log) +
                  "\nthe compiler left no log: check POCL_CACHE_DIR (it must be a folder that can "
                  "be written) and the free space in the temporary folder");
    }
    throw Error(head + "\n" + readable_build_log(log, path, source));
  }
  if (has_hidden_ptx(source)) return build_revealed(session, program, path);
  return program;
}

void check_launch(Session& session, const cl::Kernel& kernel, const cl::NDRange& global,
                  const cl::NDRange& local, std::size_t dynamic_local_bytes) {
  const DeviceFacts& facts = session.facts();
  const std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
  const auto static_bytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device());
  // Static arrays are part of the kernel's figure on every runtime; what the host sets comes on
  // top, and on some runtimes is already counted once set, so only the larger reading is certain.
  const std::size_t local_bytes = std::max<std::size_t>(static_bytes, dynamic_local_bytes);
  // NVIDIA reports 48 KiB and grants static arrays up to what the chip has (227 KiB on an H200);
  // beyond that its compiler refuses, so a kernel that was built has been granted its arrays.
  const bool granted = facts.nvidia && dynamic_local_bytes == 0;
  if (local_bytes > facts.local_memory_bytes && !granted) {
    throw Skipped(fmt::format("{} needs {} bytes of local memory, this device has {}", name,
                              local_bytes, facts.local_memory_bytes));
  }
  for (std::size_t d = 0; d < global.dimensions(); ++d) {
    if (global[d] == 0) {  // some drivers take it, do nothing and report success
      throw Error(fmt::format("{}: the global size in dimension {} is 0", name, d));
    }
  }
  if (local.dimensions() == 0) {
    // Left to choose, pocl divides by its preferred multiple of 8 and aborts where none fits.
    if (facts.pocl && facts.max_work_group_size < 8) {
      throw Skipped(
          fmt::format("{} leaves its group size to pocl, which chooses among 8 work-items "
                      "or more; this device allows {}",
                      name, facts.max_work_group_size));
    }
    return;
  }
  if (local.dimensions() != global.dimensions()) {
    throw Error(fmt::format("{}: the global range has {} dimensions, the local one {}", name,
                            global.dimensions(), local.dimensions()));
  }
  std::size_t items = 1;
  for (std::size_t d = 0; d < local.dimensions(); ++d) {
    if (d < facts.max_work_item_sizes.size() && local[d] > facts.max_work_item_sizes[d]) {
      throw Skipped(fmt::format("{} needs {} work-items in dimension {}, this device allows {}",
                                name, local[d], d, facts.max_work_item_sizes[d]));
    }
    items *= local[d];
  }
  const auto own = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(session.device());
  const auto extent = [&](std::size_t d) { return d < local.dimensions() ? local[d] : 1; };
  if (own[0] != 0 && (own[0] != extent(0) || own[1] != extent(1) || own[2] != extent(2))) {
    throw Error(
        fmt::format("{} is compiled for work-groups of {} x {} x {}, the launch gives {} x {} x {}",
                    name, own[0], own[1], own[2], extent(0), extent(1), extent(2)));
  }
  const auto kernel_limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(session.device());
  // NVIDIA's driver states 256 here even for a kernel that was compiled for 1024 and runs with
  // them: a required size that built is a size that runs.
  const std::size_t limit = own[0] != 0
                                ? facts.max_work_group_size
                                : std::min<std::size_t>(facts.max_work_group_size, kernel_limit);
  if (items > limit) {
    throw Skipped(fmt::format("{} needs {} work-items in a group, this device allows {}{}", name,
                              items, limit,
                              limit < facts.max_work_group_size ? " for this kernel" : ""));
  }
  for (std::size_t d = 0; d < local.dimensions(); ++d) {
    if (local[d] == 0 || global[d] % local[d] != 0) {
      throw Error(fmt::format(
          "{}: global size {} in dimension {} is no multiple of the local size {}; round it up and "
          "guard the kernel",
          name, global[d], d, local[d]));
    }
  }
}

}  // namespace wb
