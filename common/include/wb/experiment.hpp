// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include "wb/data.hpp"
#include "wb/device.hpp"
#include "wb/lens.hpp"
#include "wb/verify.hpp"

namespace wb {

class Session;

using Size = std::vector<std::size_t>;

struct Problem;

/// A __local pointer argument: the host gives its size only.
struct LocalMemory {
  std::size_t bytes = 0;
};

/// A sampler_t argument: how an image is read. The device's sampler is made when the kernel is
/// bound.
struct Sampler {
  bool normalised = false;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP_TO_EDGE;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

/// One kernel argument: a scalar, the name of a buffer or image, local memory or a sampler.
struct Arg {
  std::variant<cl_int, cl_uint, cl_float, cl_ulong, std::string, LocalMemory, Sampler> value;
  Arg(cl_int v) : value(v) {}                          // NOLINT(google-explicit-constructor)
  Arg(cl_uint v) : value(v) {}                         // NOLINT
  Arg(cl_float v) : value(v) {}                        // NOLINT
  Arg(cl_ulong v) : value(v) {}                        // NOLINT
  Arg(const char* name) : value(std::string(name)) {}  // NOLINT
  Arg(LocalMemory v) : value(v) {}                     // NOLINT
  Arg(Sampler v) : value(v) {}                         // NOLINT
};

/// One kernel launch, written out in full because that is the subject.
struct Launch {
  std::string kernel;   ///< file below kernels/
  std::string entry;    ///< __kernel name
  std::string options;  ///< build options
  std::vector<Arg> args;
  cl::NDRange global, local;  ///< local may be cl::NullRange: the driver chooses
};

/// A buffer that exists on the device only: packed operands, partial sums. Poisoned before a run.
struct ScratchBuffer {
  std::string name;
  std::size_t bytes = 0;
  cl_mem_flags flags = CL_MEM_READ_WRITE;
  int fill = -1;  ///< a byte to fill with before each run (0 clears counters); -1: poison
};

/// A 2D image made from an input array, or one that kernels write (filled with NaN before a run).
struct ImageBuffer {
  std::string name, from;  ///< `from`: the input array copied into it; "" if none
  cl::ImageFormat format;
  std::size_t width = 0, height = 0;
  cl_mem_flags flags = CL_MEM_READ_ONLY;
};

struct Plan {
  std::vector<Launch> launches;
  std::vector<ScratchBuffer> scratch = {};
  std::vector<ImageBuffer> images = {};
};

/// Counter names as wb::flatten gives them ("global_load_sectors") and what the author expects.
using Traffic = std::map<std::string, double>;

/// One way to compute an experiment's result.
struct Variant {
  std::string name;
  std::string idea;  ///< one line
  std::function<Plan(const Size&, const DeviceFacts&)> plan;
  /// Why this device cannot run it ("needs 1024 work-items in a group, this device allows 256"), or
  /// "".
  std::function<std::string(const DeviceFacts&, const Size&)> needs = nullptr;
  /// Expected traffic at the lens's size; checked against what the lens counts.
  std::function<Traffic(const Size&, const LensModel&)> predict = nullptr;
  /// Traffic contract of an exercise: counters that must not be larger than this at the lens's
  /// size.
  std::function<Traffic(const Size&, const LensModel&)> at_most = nullptr;
  /// Expected speed-up over the experiment's baseline, if its model is right; 0: no prediction.
  std::function<double(const Size&)> predicted_gain = nullptr;
  /// Replaces the experiment's reference where a sweep's variants compute different values.
  std::function<Expected(const Problem&, std::size_t output)> reference = nullptr;
  /// Instruments that cannot run it, with the reason: {"race", "inline PTX"}. Tables print them.
  std::map<std::string, std::string> exempt = {};
  /// Race reports that are meant, with the reason: a part of the message or of the source line ->
  /// why it is harmless.
  std::map<std::string, std::string> waive = {};
};

/// What the problem asks for at least, whoever solves it.
struct Work {
  double flops = 0, bytes = 0;
};

/// The inputs and the empty outputs at one size.
struct Problem {
  Size size;
  DataKind kind = DataKind::kUniform;
  std::vector<Array> inputs;
  std::vector<Array> outputs;  ///< an output named like an input starts as that input (in place)
  const Array& input(const std::string& name) const;
};

/// Somebody else's library solving the same problem, timed in the same run.
struct Peer {
  std::string name;                             ///< "OpenBLAS, 2 threads"
  std::string clock;                            ///< "host" or "device"
  std::function<double()> once;                 ///< runs once, returns milliseconds
  std::function<std::vector<Array>()> outputs;  ///< what the last run computed
};

/// One operator: how to make its data, its reference in double, its work, its variants.
struct Experiment {
  std::string name;
  std::vector<std::string> dimensions;  ///< {"M", "N", "K"}; `--size 100` sets them all
  std::function<Problem(const Size&, DataKind, std::uint64_t seed)> make;
  /// What outputs[i] should hold.
  std::function<Expected(const Problem&, std::size_t output)> reference;
  /// Judges without a full reference where that would take too long; returns nothing where the
  /// element-wise comparison should be used after all. May be empty.
  std::function<std::optional<Verdict>(const Problem&, const std::vector<Array>& outputs)> check =
      nullptr;
  std::function<Work(const Size&)> work;
  std::vector<Variant> variants;
  /// Peers installed here (`--peers`), or none.
  std::function<std::vector<Peer>(Session&, const Problem&)> peers = nullptr;
  std::string baseline;  ///< the variant that speed-ups refer to; empty: the first
  std::string previous;  ///< the best of the chapter before, for a second speed-up column; or empty
  Size default_size, lens_size;
  Size gpu_size;                 ///< the default on a GPU; empty: default_size
  std::vector<Size> race_sizes;  ///< below, at and beside the tile; at most two tiles or 32
  std::vector<Size> test_sizes;
  std::vector<DataKind> test_data = {DataKind::kIntegers, DataKind::kUniform, DataKind::kSpecial};
  const Variant* find(const std::string& variant) const;
};

/// n rounded up to a multiple of step.
constexpr std::size_t round_up(std::size_t n, std::size_t step) {
  return (n + step - 1) / step * step;
}
/// "64 x 32" for people; with "x" between, what --size takes.
std::string size_text(const Size& size, const char* times = " x ");
/// A size as a kernel's int argument. Throws UsageError if it does not fit.
cl_int as_int(std::size_t n);

}  // namespace wb
