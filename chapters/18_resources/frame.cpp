// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/frame.hpp"

#include <algorithm>

#include "wb/error.hpp"

namespace chapters {
namespace {

// log2 of how many times shorter a signal is than the frame.
constexpr std::array<std::size_t, kTemporaries> kShift = {0, 1, 1, 2, 2, 1, 1, 0, 0, 0, 0};
constexpr std::size_t kResultShift = 3;

constexpr const char* kNames[] = {"a", "h1", "s1", "h2", "s2", "g1", "d1", "g0", "d0", "e", "f"};

const char* name_of(Signal signal) {
  return signal == kIn ? "in" : signal == kResult ? "out" : kNames[signal];
}

std::size_t shift_of(Signal signal) {
  return signal == kIn ? 0 : signal == kResult ? kResultShift : kShift[std::size_t(signal)];
}

cl_int factor_of(const Step& step) {
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a step adds bits, takes none
  return cl_int{1} << (shift_of(step.out) - shift_of(step.a));
}

}  // namespace

std::size_t samples_of(Signal signal, std::size_t n) {
  return n >> shift_of(signal);
}

std::size_t bytes_of(Signal signal, std::size_t n) {
  return samples_of(signal, n) * sizeof(cl_uint);
}

// <lifetimes>
std::vector<wb::Lifetime> lifetimes_of(std::size_t n) {
  std::vector<wb::Lifetime> all(kTemporaries);
  for (std::size_t s = 0; s < kSteps.size(); ++s) {
    const Step& step = kSteps[s];
    if (step.out != kResult) all[step.out] = {bytes_of(step.out, n), s, s};
    for (const Signal read : {step.a, step.b}) {
      if (read != kIn) all[read].last = s;
    }
  }
  return all;
}
// </lifetimes>

cl_uint lift_of(std::size_t frame) {
  return static_cast<cl_uint>(17 * frame + 1);
}

wb::Launch launch_of(const Step& step, std::size_t n, cl_uint lift, std::size_t first) {
  const std::size_t samples = samples_of(step.out, n);
  wb::Launch launch;
  launch.args = {wb::as_int(samples)};
  switch (step.kernel) {
    case Kernel::kSmooth:
      launch.entry = "smooth";
      launch.args.emplace_back(step.a == kIn ? lift : cl_uint{0});
      break;
    case Kernel::kShrink:
      launch.entry = "shrink";
      launch.args.emplace_back(factor_of(step));
      launch.args.emplace_back(wb::as_int(step.out == kResult ? first : 0));
      break;
    case Kernel::kGrow:
      launch.entry = "grow";
      launch.args.emplace_back(wb::as_int(samples_of(step.a, n)));
      break;
    case Kernel::kCombine:
      launch.entry = "combine";
      break;
  }
  launch.kernel = "18_resources/" + launch.entry + ".cl";
  launch.args.emplace_back(name_of(step.a));
  if (step.kernel == Kernel::kCombine) launch.args.emplace_back(name_of(step.b));
  launch.args.emplace_back(name_of(step.out));
  launch.global = cl::NDRange(wb::round_up(samples, kFrameGroup));
  launch.local = cl::NDRange(kFrameGroup);
  return launch;
}

std::vector<cl_uint> frame_on_host(std::span<const cl_uint> in, cl_uint lift) {
  const std::size_t n = in.size();
  std::array<std::vector<cl_uint>, kTemporaries> held;
  std::vector<cl_uint> result;
  const auto signal = [&](Signal s) -> std::span<const cl_uint> {
    return s == kIn ? in : std::span<const cl_uint>(held[std::size_t(s)]);
  };
  for (const Step& step : kSteps) {
    const std::span<const cl_uint> a = signal(step.a), b = signal(step.b);
    std::vector<cl_uint> out(samples_of(step.out, n));
    const cl_uint more = step.a == kIn ? lift : 0;
    const auto factor = step.kernel == Kernel::kShrink ? std::size_t(factor_of(step)) : 1;
    for (std::size_t i = 0; i < out.size(); ++i) {
      switch (step.kernel) {
        case Kernel::kSmooth: {
          const cl_uint left = a[i == 0 ? 0 : i - 1], right = a[std::min(i + 1, a.size() - 1)];
          out[i] = ((left + 2 * a[i] + right) >> 2) + more;
          break;
        }
        case Kernel::kShrink: {
          cl_uint sum = 0;
          for (std::size_t k = 0; k < factor; ++k) sum += a[factor * i + k];
          out[i] = sum / static_cast<cl_uint>(factor);
          break;
        }
        case Kernel::kGrow:
          out[i] = a[std::min(i / 2, a.size() - 1)];
          break;
        case Kernel::kCombine:
          out[i] = a[i] + (a[i] - b[i]);
          break;
      }
    }
    (step.out == kResult ? result : held[std::size_t(step.out)]) = std::move(out);
  }
  return result;
}

wb::Experiment frame_experiment() {
  wb::Experiment experiment;
  experiment.name = "frame";
  experiment.dimensions = {"samples"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    if (size[0] < 8) throw wb::UsageError("a frame has at least 8 samples; try --size 1000");
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kUint, {size[0]})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {
        wb::Array("out", wb::Type::kUint, {samples_of(kResult, size[0])}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;  // bit for bit
    for (const cl_uint v : frame_on_host(problem.input("in").as<cl_uint>(), lift_of(0))) {
      expected.value.push_back(v);
      expected.scale.push_back(1);
    }
    return expected;
  };
  experiment.work = [](const wb::Size& size) {
    wb::Work work;
    for (const Step& step : kSteps) {  // each reads its signals once and writes one
      work.bytes += double(bytes_of(step.a, size[0])) + double(bytes_of(step.out, size[0]));
      if (step.b != step.a) work.bytes += double(bytes_of(step.b, size[0]));
    }
    return work;
  };
  // <variant>
  wb::Variant variant;
  variant.name = "buffer for each";
  variant.idea = "twelve kernels, each temporary in a buffer of its own";
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    wb::Plan plan;
    for (const Step& step : kSteps)
      plan.launches.push_back(launch_of(step, size[0], lift_of(0), 0));
    for (int s = 0; s < kTemporaries; ++s) {
      plan.scratch.push_back({.name = kNames[s], .bytes = bytes_of(Signal(s), size[0])});
    }
    return plan;
  };
  // </variant>
  // <predict>
  // Whole warps: each store and each load of neighbours takes the same few sectors.
  variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    double loads = 0, stores = 0;
    for (const Step& step : kSteps) {
      const double row = double(model.lanes) * sizeof(cl_uint) / double(model.sector_bytes);
      const double warps = double(samples_of(step.out, size[0])) / double(model.lanes);
      stores += warps * row;
      switch (step.kernel) {
        case Kernel::kSmooth:  // left and right begin one word off: a sector more, not at the ends
          loads += 3 * warps * row + 2 * (warps - 1);
          break;
        case Kernel::kShrink:  // lanes are `factor` words apart, and each loads `factor` times
          loads += warps * row * factor_of(step) * factor_of(step);
          break;
        case Kernel::kGrow:  // two lanes read one word
          loads += warps * row / 2;
          break;
        case Kernel::kCombine:
          loads += 2 * warps * row;
          break;
      }
    }
    return {{"global_load_sectors", loads}, {"global_store_sectors", stores}};
  };
  // </predict>
  experiment.variants = {variant};
  experiment.default_size = {1 << 15};
  experiment.gpu_size = {1 << 22};
  experiment.lens_size = {1024};
  experiment.race_sizes = {{8}, {129}, {1027}};
  experiment.test_sizes = {{8}, {9}, {127}, {1024}, {4099}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

}  // namespace chapters
