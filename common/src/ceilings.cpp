// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/ceilings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "wb/error.hpp"
#include "wb/hash.hpp"
#include "wb/whole_file.hpp"

namespace wb {
namespace {
namespace fs = std::filesystem;

constexpr const char* kFmaFile = "01_platform_query/fma_chains.cl";
constexpr const char* kCopyFile = "01_platform_query/copy.cl";
constexpr const char* kReadFile = "01_platform_query/read.cl";
constexpr const char* kEmptyFile = "01_platform_query/empty.cl";

constexpr std::size_t kMiB = 1u << 20;
constexpr unsigned char kPoison = 0xFF;  // as floats: NaN
constexpr int kChains = 10;

template <class F>
double host_ms(F&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Element i of the buffer that is copied and read: small whole numbers, so that sums are exact,
/// and scattered (Knuth's multiplicative hash), so that a neighbour's is no good.
float element(std::size_t i) {
  return static_cast<float>((static_cast<std::uint32_t>(i) * 2654435761u) >> 28);
}

std::string vector_name(const char* type, int width) {
  return width == 1 ? type : fmt::format("{}{}", type, width);
}

/// Runs f(host pointer, first element, count) over the buffer's floats, a mapped piece at a time.
template <class F>
void for_each_piece(Session& session, const cl::Buffer& buffer, cl_map_flags flags,
                    std::size_t floats, F&& f) {
  constexpr std::size_t kPiece = 64 * kMiB / sizeof(float);
  for (std::size_t first = 0; first < floats; first += kPiece) {
    const std::size_t count = std::min(kPiece, floats - first);
    void* host = session.queue().enqueueMapBuffer(buffer, CL_TRUE, flags, first * sizeof(float),
                                                  count * sizeof(float));
    f(static_cast<float*>(host), first, count);
    session.queue().enqueueUnmapMemObject(buffer, host);
  }
  session.queue().finish();
}

/// What all tries share; alive as long as one of them is.
struct Rig {
  Session& session;
  bool cpu = false;
  std::size_t floats = 0;    // in each of the two buffers
  std::size_t transfer = 0;  // bytes that uploads and downloads move
  cl::Buffer in, out, pinned;
  std::vector<float> pageable;
  float* pinned_host = nullptr;
  double total = 0;  // of all elements of `in`

  explicit Rig(Session& s) : session(s), cpu(s.facts().cpu) {
    const DeviceFacts& facts = s.facts();
    // Well past every cache: a GPU's second level holds 60 MB and more.
    std::size_t bytes = cpu ? 128 * kMiB : 1024 * kMiB;
    bytes = std::min<std::size_t>(bytes, facts.max_allocation_bytes);
    bytes = std::min<std::size_t>(bytes, facts.global_memory_bytes / 32) / kMiB * kMiB;
    bytes = std::max(bytes, kMiB);
    floats = bytes / sizeof(float);
    transfer = std::min(bytes, cpu ? 64 * kMiB : 256 * kMiB);
    in = cl::Buffer(s.context(), CL_MEM_READ_ONLY, bytes);
    out = cl::Buffer(s.context(), CL_MEM_READ_WRITE, bytes);
    pinned = cl::Buffer(s.context(), CL_MEM_ALLOC_HOST_PTR, transfer);
    pageable.resize(transfer / sizeof(float));
    pinned_host = static_cast<float*>(
        s.queue().enqueueMapBuffer(pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, transfer));
    std::atomic<std::uint64_t> sum{0};
    for_each_piece(s, in, CL_MAP_WRITE_INVALIDATE_REGION, floats,
                   [&](float* host, std::size_t first, std::size_t n) {
                     parallel_for(n, [&](std::size_t begin, std::size_t end) {
                       std::uint64_t part = 0;
                       for (std::size_t i = begin; i < end; ++i) {
                         host[i] = element(first + i);
                         part += static_cast<std::uint64_t>(host[i]);
                       }
                       sum += part;
                     });
                   });
    total = static_cast<double>(sum);
  }
  ~Rig() {
    try {
      session.queue().enqueueUnmapMemObject(pinned, pinned_host);
      session.queue().finish();
    } catch (const cl::Error&) {  // the device is gone: so is the mapping
    }
  }
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  /// Work-items in a group: pocl runs a group as a loop on one core, a GPU as warps.
  std::size_t group(std::size_t wanted) const {
    return std::min(wanted, std::max<std::size_t>(session.facts().max_work_group_size, 1));
  }
  void poison(std::size_t bytes) { session.queue().enqueueFillBuffer(out, kPoison, 0, bytes); }
};
using SharedRig = std::shared_ptr<Rig>;

/// Builds the kernel of `made.launch` and makes `once` launch it; nothing if this device cannot.
/// A reader's own --build-options do not count here: the result is kept for later runs.
std::optional<cl::Kernel> load(const SharedRig& rig, CeilingTry& made) {
  Session& session = rig->session;
  try {
    const std::string path = find_kernel_file(made.launch.kernel);
    const cl::Program program =
        build_program(session, path, read_kernel_file(path), made.launch.options);
    const cl::Kernel kernel(program, made.launch.entry.c_str());
    check_launch(session, kernel, made.launch.global, made.launch.local);
    made.clock = session.profiling() ? "device" : "host";
    made.once = [rig, kernel, global = made.launch.global, local = made.launch.local] {
      Session& s = rig->session;
      cl::Event event;
      const double host = host_ms([&] {
        s.queue().enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
        s.queue().finish();
      });
      return s.profiling() ? event_ms({event}) : host;
    };
    return kernel;
  } catch (const Error& error) {
    made.reason = error.what();
  } catch (const cl::Error& error) {
    made.reason = fmt::format("{}: {}", error.what(), cl_error_name(error.err()));
  }
  made.status = "skipped";
  return std::nullopt;
}

// ---------------------------------------------------------------------------------------------
// The tries

template <class Real>
CeilingTry fma_try(const SharedRig& rig, int width) {
  constexpr bool kDouble = sizeof(Real) == 8;
  const char* real = kDouble ? "double" : "float";
  // A GPU issues one instruction at a time, so that a loop's own must be few beside the
  // multiply-adds; a CPU issues several.
  const auto unroll = static_cast<cl_uint>(rig->cpu ? 4 : std::max(4, 64 / width));
  const std::size_t units = rig->session.facts().compute_units;
  const std::size_t local = rig->cpu ? 1 : rig->group(256);
  const std::size_t items = units * (rig->cpu ? 256 : 32 * local);

  CeilingTry made;
  made.ceiling = kDouble ? "fma64" : "fma";
  made.variant = vector_name(real, width);
  made.launch = {.kernel = kFmaFile,
                 .entry = "fma_chains",
                 .options = fmt::format("-DREAL={} -DWIDTH={} -DCHAINS={} -DUNROLL={}", real, width,
                                        kChains, unroll),
                 .args = {},
                 .global = cl::NDRange(items),
                 .local = cl::NDRange(local)};
  if (kDouble && !rig->session.facts().fp64) {
    made.status = "skipped";
    made.reason = "this device has no double precision";
    return made;
  }
  std::optional<cl::Kernel> kernel = load(rig, made);
  if (!kernel) return made;
  kernel->setArg(0, Real(1));
  kernel->setArg(1, Real(1));
  kernel->setArg(3, rig->out);

  // Turns for two milliseconds, from a short run (after one that may still compile); at most so
  // many that the sum of all chains is still exact in single precision.
  constexpr double kTargetMs = 2, kMostSteps = 65536;
  kernel->setArg(2, cl_uint{2});
  made.once();
  const double two = std::max(made.once(), 1e-6);
  const auto turns = static_cast<cl_uint>(
      std::clamp(2 * kTargetMs / two, 1.0, kMostSteps / static_cast<double>(unroll)));
  kernel->setArg(2, turns);
  const std::size_t steps = std::size_t{turns} * unroll;
  made.size = {items, steps};
  made.work.flops = 2.0 * static_cast<double>(items) * width * kChains * static_cast<double>(steps);

  made.fault = [rig, once = made.once, items, steps, width]() -> std::string {
    rig->poison(items * sizeof(Real));
    once();
    std::vector<Real> got(items);
    rig->session.queue().enqueueReadBuffer(rig->out, CL_TRUE, 0, items * sizeof(Real), got.data());
    // Lane l of chain c of item i starts as i % 256 + c + l and gains 1 a step.
    for (std::size_t i = 0; i < items; ++i) {
      const double want =
          width * kChains * (static_cast<double>(i % 256) + static_cast<double>(steps)) +
          width * kChains * (kChains - 1) / 2 + kChains * width * (width - 1) / 2;
      if (!(static_cast<double>(got[i]) == want)) {
        return fmt::format("work-item {}: got {}, expected {}", i, got[i], want);
      }
    }
    return "";
  };
  return made;
}

/// Which first float of `out` is no copy, if any.
std::string copy_fault(Rig& rig, std::size_t floats) {
  std::atomic<std::size_t> first_wrong{floats};
  for_each_piece(
      rig.session, rig.out, CL_MAP_READ, floats,
      [&](const float* host, std::size_t first, std::size_t n) {
        parallel_for(n, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            if (host[i] == element(first + i)) continue;
            std::size_t before = first_wrong;
            while (first + i < before && !first_wrong.compare_exchange_weak(before, first + i)) {
            }
            return;
          }
        });
      });
  return first_wrong == floats
             ? ""
             : fmt::format("element {} of {} is no copy", first_wrong.load(), floats);
}

/// How work-items walk over memory: see copy_walk in copy.cl.
struct Walk {
  std::size_t groups, local, steps;
  cl_uint group_step, step;
};

/// As many whole rounds of `loads` vectors an item as the buffer holds. A GPU's work-items are
/// neighbours and stride over the whole grid; a CPU's each have a piece of their own.
Walk walk(const Rig& rig, int width, int loads) {
  const std::size_t vectors = rig.floats / static_cast<std::size_t>(width);
  Walk w{};
  w.local = rig.cpu ? 1 : rig.group(256);
  w.groups = std::size_t{rig.session.facts().compute_units} * (rig.cpu ? 64 : 8);
  w.steps = vectors / (w.groups * w.local * static_cast<std::size_t>(loads));
  if (rig.cpu) {
    w.group_step = static_cast<cl_uint>(w.steps * static_cast<std::size_t>(loads));
    w.step = 1;
  } else {
    w.group_step = static_cast<cl_uint>(w.local);
    w.step = static_cast<cl_uint>(w.groups * w.local);
  }
  return w;
}

CeilingTry copy_try(const SharedRig& rig, int width, bool streaming, bool walking) {
  CeilingTry made;
  made.ceiling = "copy";
  made.variant = fmt::format("{}, {}{} stores", vector_name("float", width),
                             walking ? "walking, " : "", streaming ? "streaming" : "plain");
  const auto lanes = static_cast<std::size_t>(width);
  Walk w = walk(*rig, width, 1);
  if (!walking) w = {rig->floats / lanes / rig->group(256), rig->group(256), 1, 0, 0};
  const std::size_t floats = w.groups * w.local * w.steps * lanes;
  made.size = {floats * sizeof(float)};
  made.work.bytes = 2.0 * static_cast<double>(floats * sizeof(float));
  made.launch = {.kernel = kCopyFile,
                 .entry = walking ? "copy_walk" : "copy_one",
                 .options = fmt::format("-DWIDTH={} -DSTREAMING={}", width, streaming ? 1 : 0),
                 .args = {},
                 .global = cl::NDRange(w.groups * w.local),
                 .local = cl::NDRange(w.local)};
  std::optional<cl::Kernel> kernel = load(rig, made);
  if (!kernel) return made;
  cl_uint next = 0;
  if (walking) {
    kernel->setArg(next++, w.group_step);
    kernel->setArg(next++, w.step);
    kernel->setArg(next++, static_cast<cl_uint>(w.steps));
  }
  kernel->setArg(next++, rig->in);
  kernel->setArg(next++, rig->out);
  made.fault = [rig, once = made.once, floats] {
    rig->poison(floats * sizeof(float));
    once();
    return copy_fault(*rig, floats);
  };
  return made;
}

CeilingTry read_try(const SharedRig& rig, int width, int loads) {
  CeilingTry made;
  made.ceiling = "read";
  made.variant = fmt::format("{}, {} loads an item", vector_name("float", width), loads);
  const Walk w = walk(*rig, width, loads);
  const std::size_t items = w.groups * w.local;
  const std::size_t floats =
      items * w.steps * static_cast<std::size_t>(loads) * static_cast<std::size_t>(width);
  made.size = {floats * sizeof(float)};
  made.work.bytes = static_cast<double>((floats + items) * sizeof(float));
  made.launch = {.kernel = kReadFile,
                 .entry = "read_walk",
                 .options = fmt::format("-DWIDTH={} -DLOADS={}", width, loads),
                 .args = {},
                 .global = cl::NDRange(items),
                 .local = cl::NDRange(w.local)};
  std::optional<cl::Kernel> kernel = load(rig, made);
  if (!kernel) return made;
  kernel->setArg(0, w.group_step);
  kernel->setArg(1, w.step);
  kernel->setArg(2, static_cast<cl_uint>(w.steps));
  kernel->setArg(3, rig->in);
  kernel->setArg(4, rig->out);
  made.fault = [rig, once = made.once, items, floats]() -> std::string {
    rig->poison(items * sizeof(float));
    once();
    std::vector<float> sums(items);
    rig->session.queue().enqueueReadBuffer(rig->out, CL_TRUE, 0, items * sizeof(float),
                                           sums.data());
    double got = 0, want = rig->total;
    for (const float sum : sums) got += sum;
    // What a walk of whole rounds leaves over at the end of the buffer.
    for (std::size_t i = floats; i < rig->floats; ++i) want -= element(i);
    return got == want ? "" : fmt::format("the sum is {}, expected {}", got, want);
  };
  return made;
}

CeilingTry transfer_try(const SharedRig& rig, bool up, bool pinned) {
  CeilingTry made;
  made.ceiling = up ? "upload" : "download";
  made.variant = pinned ? "pinned" : "pageable";
  made.clock = "host";
  made.size = {rig->transfer};
  made.work.bytes = static_cast<double>(rig->transfer);
  made.once = [rig, up, pinned] {
    float* host = pinned ? rig->pinned_host : rig->pageable.data();
    cl::CommandQueue& queue = rig->session.queue();
    return host_ms([&] {
      if (up) {
        queue.enqueueWriteBuffer(rig->out, CL_TRUE, 0, rig->transfer, host);
      } else {
        queue.enqueueReadBuffer(rig->in, CL_TRUE, 0, rig->transfer, host);
      }
    });
  };
  made.fault = [rig, once = made.once, up, pinned]() -> std::string {
    float* host = pinned ? rig->pinned_host : rig->pageable.data();
    const std::size_t count = rig->transfer / sizeof(float);
    if (up) {
      for (std::size_t i = 0; i < count; ++i) host[i] = element(i);
      rig->poison(rig->transfer);
      once();
      return copy_fault(*rig, count);
    }
    std::fill_n(host, count, -1.0f);
    once();
    for (std::size_t i = 0; i < count; ++i) {
      if (!(host[i] == element(i))) return fmt::format("element {} of {} is no copy", i, count);
    }
    return "";
  };
  return made;
}

CeilingTry launch_try(const SharedRig& rig) {
  CeilingTry made;
  made.ceiling = "launch";
  made.variant = "empty kernel";
  made.size = {1};
  made.launch = {.kernel = kEmptyFile,
                 .entry = "empty",
                 .options = "",
                 .args = {},
                 .global = cl::NDRange(1),
                 .local = cl::NDRange(1)};
  if (!load(rig, made)) return made;
  made.clock = "host";  // an event would leave out what the host pays
  made.once = [rig, once = made.once] { return host_ms(once); };
  made.fault = [] { return std::string(); };
  return made;
}

double best_round_ms(const Timing& timing, int rounds) {
  const std::size_t each = timing.samples_ms.size() / static_cast<std::size_t>(rounds);
  double best = timing.median_ms;
  for (std::size_t begin = 0; each > 0 && begin + each <= timing.samples_ms.size(); begin += each) {
    const auto first = timing.samples_ms.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<double> round(first, first + static_cast<std::ptrdiff_t>(each));
    best = std::min(best, summarise(timing.clock, round).median_ms);
  }
  return best;
}

// ---------------------------------------------------------------------------------------------
// The cache

/// What a cached result depends on. Anything else in the file: another device's, or an older one.
/// Not its memory: pocl reports what happens to be free.
nlohmann::json cache_key(const DeviceFacts& facts) {
  std::string kernels;
  for (const char* file : {kFmaFile, kCopyFile, kReadFile, kEmptyFile}) {
    kernels += source_hash(read_kernel_file(find_kernel_file(file)), "");
  }
  return {{"format", 1},
          {"device", facts.name},
          {"platform", facts.platform},
          {"driver", facts.driver},
          {"version", facts.version},
          {"compute_units", facts.compute_units},
          {"max_work_group_size", facts.max_work_group_size},
          {"kernels", source_hash(kernels, "")}};
}

struct Field {
  const char* name;
  double Ceilings::*value;
};
constexpr std::array<Field, 10> kFields = {{
    {"fma_gflops", &Ceilings::fma_gflops},
    {"fma64_gflops", &Ceilings::fma64_gflops},
    {"copy_gbps", &Ceilings::copy_gbps},
    {"copy_plain_gbps", &Ceilings::copy_plain_gbps},
    {"read_gbps", &Ceilings::read_gbps},
    {"upload_pageable_gbps", &Ceilings::upload_pageable_gbps},
    {"upload_pinned_gbps", &Ceilings::upload_pinned_gbps},
    {"download_pageable_gbps", &Ceilings::download_pageable_gbps},
    {"download_pinned_gbps", &Ceilings::download_pinned_gbps},
    {"launch_us", &Ceilings::launch_us},
}};

}  // namespace

std::string ceilings_cache_file(const DeviceFacts& facts) {
  fs::path folder;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache) {
    folder = cache;
  } else if (const char* home = std::getenv("HOME"); home && *home) {
    folder = fs::path(home) / ".cache";
  } else {
    return "";
  }
  std::string name;
  for (const char c : facts.name.substr(0, 40)) {
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  }
  const std::string hash =
      source_hash(fmt::format("{} {} {} {} {}", facts.name, facts.platform, facts.driver,
                              facts.compute_units, facts.max_work_group_size),
                  "");
  return (folder / "opencl-measured" / fmt::format("ceilings-{}-{}.json", name, hash.substr(0, 8)))
      .string();
}

std::optional<Ceilings> load_ceilings(const DeviceFacts& facts) {
  std::ifstream in(ceilings_cache_file(facts));
  const auto json = nlohmann::json::parse(in, nullptr, false);
  if (!json.is_object() || json.value("key", nlohmann::json()) != cache_key(facts)) return {};
  const auto values = json.find("ceilings");
  if (values == json.end() || !values->is_object()) return {};
  Ceilings ceilings;
  for (const Field& field : kFields) {
    const auto value = values->find(field.name);
    if (value == values->end() || !value->is_number()) return {};
    ceilings.*field.value = value->get<double>();
  }
  const auto stores = values->find("copy_stores");
  if (stores == values->end() || !stores->is_string()) return {};
  ceilings.copy_stores = *stores;
  ceilings.from_cache = true;
  return ceilings;
}

bool store_ceilings(const DeviceFacts& facts, const Ceilings& ceilings) {
  const fs::path path = ceilings_cache_file(facts);
  if (path.empty()) return false;
  nlohmann::json values = {{"copy_stores", ceilings.copy_stores}};
  for (const Field& field : kFields) values[field.name] = ceilings.*field.value;
  const nlohmann::json json = {{"key", cache_key(facts)}, {"ceilings", values}};
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  return write_whole_file(path.string(), json.dump(2) + "\n");
}

std::vector<CeilingTry> ceiling_tries(Session& session, bool every) {
  std::vector<CeilingTry> tries;
  if (session.facts().simulator) return tries;
  const auto rig = std::make_shared<Rig>(session);
  // A CPU's registers hold up to 16 floats; a GPU's work-item moves at most 16 bytes at once.
  std::vector<int> widths = rig->cpu ? std::vector{4, 8, 16} : std::vector{1, 2, 4};
  std::vector<int> walking = {widths.back()};
  if (every) {
    widths = {1, 2, 4, 8, 16};
    walking = {4, 16};
  }
  for (const int width : widths) tries.push_back(fma_try<cl_float>(rig, width));
  for (const int width : widths) {
    if (width <= 8) tries.push_back(fma_try<cl_double>(rig, width));
  }
  for (const bool streaming : {false, true}) {
    for (const int width : widths) tries.push_back(copy_try(rig, width, streaming, false));
    for (const int width : walking) tries.push_back(copy_try(rig, width, streaming, true));
  }
  for (const int width : widths) tries.push_back(read_try(rig, width, 4));
  for (const int width : walking) tries.push_back(read_try(rig, width, 8));
  for (const bool up : {true, false}) {
    for (const bool pinned : {false, true}) tries.push_back(transfer_try(rig, up, pinned));
  }
  tries.push_back(launch_try(rig));
  return tries;
}

void run_tries(std::vector<CeilingTry>& tries, const Protocol& protocol) {
  std::vector<std::size_t> which;
  std::vector<Timed> candidates;
  for (std::size_t i = 0; i < tries.size(); ++i) {
    CeilingTry& each = tries[i];
    if (each.status != "ok") continue;
    try {
      each.reason = each.fault();
      if (!each.reason.empty()) each.status = "wrong";
    } catch (const cl::Error& error) {
      each.status = "skipped";
      each.reason = fmt::format("{}: {}", error.what(), cl_error_name(error.err()));
    }
    if (each.status != "ok") continue;
    which.push_back(i);
    candidates.push_back({each.variant, each.clock, each.once});
  }
  const std::vector<Timing> timings = time_interleaved(candidates, protocol);
  for (std::size_t c = 0; c < which.size(); ++c) {
    tries[which[c]].time = timings[c];
    tries[which[c]].best_ms = best_round_ms(timings[c], protocol.rounds);
  }
}

Ceilings best_of(const std::vector<CeilingTry>& tries) {
  Ceilings best;
  for (const CeilingTry& each : tries) {
    if (each.status != "ok" || each.peer || each.best_ms <= 0) continue;
    const auto raise = [](double& ceiling, double rate) { ceiling = std::max(ceiling, rate); };
    if (each.ceiling == "fma") raise(best.fma_gflops, each.gflops());
    if (each.ceiling == "fma64") raise(best.fma64_gflops, each.gflops());
    if (each.ceiling == "read") raise(best.read_gbps, each.gbps());
    const bool pinned = each.variant == "pinned";
    if (each.ceiling == "upload") {
      raise(pinned ? best.upload_pinned_gbps : best.upload_pageable_gbps, each.gbps());
    }
    if (each.ceiling == "download") {
      raise(pinned ? best.download_pinned_gbps : best.download_pageable_gbps, each.gbps());
    }
    if (each.ceiling == "launch") best.launch_us = each.best_ms * 1e3;
    if (each.ceiling == "copy") {
      const bool streaming = each.variant.find("streaming") != std::string::npos;
      if (!streaming) raise(best.copy_plain_gbps, each.gbps());
      if (each.gbps() > best.copy_gbps) {
        best.copy_gbps = each.gbps();
        best.copy_stores = streaming ? "streaming" : "plain";
      }
    }
  }
  return best;
}

Ceilings measure_ceilings(Session& session, bool fresh) {
  if (session.facts().simulator) return {};
  if (!fresh) {
    if (const auto cached = load_ceilings(session.facts())) return *cached;
  }
  std::vector<CeilingTry> tries = ceiling_tries(session);
  run_tries(tries);
  const Ceilings ceilings = best_of(tries);
  // A roof of zero is no roof, and one that was kept would outlive what broke it.
  for (const auto& [name, value] : {std::pair{"fma", ceilings.fma_gflops},
                                    {"copy", ceilings.copy_gbps},
                                    {"read", ceilings.read_gbps}}) {
    if (value > 0) continue;
    const auto bad =
        std::find_if(tries.begin(), tries.end(), [&, name = name](const CeilingTry& each) {
          return each.ceiling == name && each.status != "ok";
        });
    throw Error(fmt::format("the {} ceiling of this device could not be measured: {}", name,
                            bad == tries.end() ? "no try took any time" : bad->reason));
  }
  store_ceilings(session.facts(), ceilings);
  return ceilings;
}

}  // namespace wb
