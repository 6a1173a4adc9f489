// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "17_tuning/tuning.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kRows = 256, kTerms = 256, kGroup = 64;
const std::vector<wb::DataKind> kFinite = {wb::DataKind::kIntegers, wb::DataKind::kUniform};

double sectors(double floats, const wb::LensModel& model) {
  return floats * sizeof(float) / model.sector_bytes;
}

// ---------------------------------------------------------------------------------------------
// Weighted sums

wb::Problem make_sums(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t n = size.at(0), depth = size.at(1);
  wb::Problem problem;
  problem.inputs = {wb::Array("x", wb::Type::kFloat, {depth, n}),
                    wb::Array("w", wb::Type::kFloat, {depth, kRows})};
  wb::fill(problem.inputs[0], kind, seed);
  wb::fill(problem.inputs[1], kind, seed + 1);
  problem.outputs = {wb::Array("y", wb::Type::kFloat, {kRows, n})};
  return problem;
}

wb::Expected expected_sums(const wb::Problem& problem, std::size_t) {
  const std::size_t n = problem.size[0], depth = problem.size[1];
  const auto x = problem.input("x").as<float>(), w = problem.input("w").as<float>();
  wb::Expected expected;
  expected.value.assign(kRows * n, 0);
  expected.scale.assign(kRows * n, 0);
  if (problem.kind != wb::DataKind::kIntegers) expected.tolerance = wb::roundings(double(depth));
  wb::parallel_for(kRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      for (std::size_t k = 0; k < depth; ++k) {
        const double weight = w[k * kRows + r];
        for (std::size_t i = 0; i < n; ++i) {
          expected.value[r * n + i] += weight * x[k * n + i];
          expected.scale[r * n + i] += std::abs(weight * x[k * n + i]);
        }
      }
    }
  });
  return expected;
}

// <sums>
wb::Variant sums(std::size_t out, std::size_t local, std::size_t told, bool hint) {
  return {.name = fmt::format("{} output{}", out, out == 1 ? "" : "s"),
          .idea = "a value loaded once serves this many sums in registers",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "17_tuning/outputs.cl",
                      .entry = "weighted_sums",
                      .options = fmt::format("-DOUT={} -DGROUP={} -DHINT={:d}", out, told, hint),
                      .args = {as_int(size[0]), as_int(size[1]), "x", "w", "y"},
                      .global = cl::NDRange(round_up(size[0], local), kRows / out),
                      .local = cl::NDRange(local, 1)}}};
          },
          // </sums>
          .needs = [=](const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
            const std::size_t weights = size[1] * kRows * sizeof(float);
            if (weights > facts.constant_buffer_bytes) {
              return fmt::format("the weights need {} bytes of constant memory, this device has {}",
                                 weights, facts.constant_buffer_bytes);
            }
            return needs_items(facts, local);
          },
          // <traffic>
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double x = double(size[0]) * double(size[1]), y = double(kRows * size[0]);
            return {{"global_load_sectors", sectors(x, model) * double(kRows) / double(out)},
                    {"global_store_sectors", sectors(y, model)}};
          }};
  // </traffic>
}

wb::Experiment sums_experiment(const char* name) {
  wb::Experiment experiment;
  experiment.name = name;
  experiment.dimensions = {"n", "depth"};
  experiment.make = make_sums;
  experiment.reference = expected_sums;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double n = double(size[0]), depth = double(size[1]);
    return {2 * kRows * n * depth, sizeof(float) * (n * depth + kRows * n + kRows * depth)};
  };
  experiment.default_size = {1 << 11, 48};
  experiment.gpu_size = {1 << 18, 48};
  experiment.lens_size = {64, 2};
  experiment.race_sizes = {{65, 1}};
  experiment.test_sizes = {{1, 1}, {67, 5}};
  experiment.test_data = kFinite;
  return experiment;
}

}  // namespace

wb::Experiment outputs() {
  wb::Experiment experiment = sums_experiment("outputs");
  for (const std::size_t out : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
    experiment.variants.push_back(sums(out, kGroup, kGroup, false));
    if (out == 1) continue;
    // <gain>
    // If time followed traffic: x is loaded 256 / out times, y is stored once. Registers cost
    // nothing in this model.
    experiment.variants.back().predicted_gain = [out](const wb::Size& size) {
      const auto traffic = [&](double outs) { return double(size[1]) * kRows / outs + kRows; };
      return traffic(1) / traffic(double(out));
    };
    // </gain>
  }
  return experiment;
}

wb::Experiment group_sizes() {
  constexpr std::size_t kOut = 128;
  wb::Experiment experiment = sums_experiment("group size");
  const auto add = [&](const char* name, std::size_t local, std::size_t told, bool hint) {
    experiment.variants.push_back(sums(kOut, local, told, hint));
    experiment.variants.back().name = name;
    experiment.variants.back().idea = "the same source, another promise to the compiler";
  };
  add("64, told nothing", 64, 0, false);
  add("64, hint", 64, 64, true);
  add("64, required", 64, 64, false);
  add("256, told nothing", 256, 0, false);
  add("256, required", 256, 256, false);
  add("1024, required", 1024, 1024, false);
  experiment.race_sizes = {};  // "outputs" has checked the kernel
  experiment.test_sizes = {{67, 5}};
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// A private array

namespace {

wb::Expected largest_of_last(const wb::Problem& problem, std::size_t taps) {
  const std::size_t rows = problem.size[0], n = problem.size[1];
  const auto x = problem.input("x").as<float>();
  wb::Expected expected;
  expected.value.assign(rows * n, -std::numeric_limits<double>::infinity());
  wb::parallel_for(rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      for (std::size_t s = t < taps ? 0 : t - taps + 1; s <= t; ++s) {
        for (std::size_t i = 0; i < n; ++i) {
          double& most = expected.value[t * n + i];
          most = std::max(most, double(x[s * n + i]));
        }
      }
    }
  });
  return expected;
}

}  // namespace

wb::Experiment windows() {
  wb::Experiment experiment;
  experiment.name = "private array";
  experiment.dimensions = {"rows", "n"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("x", wb::Type::kFloat, {size.at(0), size.at(1)})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("y", wb::Type::kFloat, {size[0], size[1]})};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return largest_of_last(problem, 16);
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2 * sizeof(float) * double(size[0]) * double(size[1])};
  };
  const auto add = [&](const std::string& name, int way, std::size_t taps) {
    experiment.variants.push_back(
        {.name = name,
         .idea = "the last values in a private array",
         .plan = [way, taps](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
           return {{{.kernel = "17_tuning/window.cl",
                     .entry = "moving_maximum",
                     .options = fmt::format("-DWAY={} -DTAPS={}", way, taps),
                     .args = {as_int(size[0]), as_int(size[1]), "x", "y"},
                     .global = cl::NDRange(round_up(size[1], kGroup)),
                     .local = cl::NDRange(kGroup)}}};
         },
         .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
           const double all = sectors(double(size[0]) * double(size[1]), model);
           return {{"global_load_sectors", all}, {"global_store_sectors", all}};
         },
         .reference = [taps](const wb::Problem& problem,
                             std::size_t) { return largest_of_last(problem, taps); }});
  };
  add("computed index", 0, 16);
  add("known index, unrolled", 1, 16);
  add("values move up", 2, 16);
  add("computed index, 64 values", 0, 64);
  add("values move up, 64 values", 2, 64);
  experiment.default_size = {256, 1 << 11};
  experiment.gpu_size = {256, 1 << 17};
  experiment.lens_size = {40, 64};
  experiment.race_sizes = {{17, 33}};
  experiment.test_sizes = {{1, 1}, {15, 70}, {33, 65}};
  experiment.test_data = kFinite;
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// Unrolling

wb::Experiment unrolling() {
  wb::Experiment experiment;
  experiment.name = "unrolling";
  experiment.dimensions = {"n"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("x", wb::Type::kFloat, {size.at(0)}),
                      wb::Array("c", wb::Type::kFloat, {kTerms})};
    wb::fill(problem.inputs[0], kind, seed);
    wb::fill(problem.inputs[1], kind, seed + 1);
    // Within [-1, 1], so that powers stay small: -1, 0 and 1 for integers.
    if (kind == wb::DataKind::kIntegers) {
      for (float& x : problem.inputs[0].as<float>()) x = std::clamp(x, -1.0f, 1.0f);
    }
    problem.outputs = {wb::Array("y", wb::Type::kFloat, {size[0]})};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    const auto x = problem.input("x").as<float>(), c = problem.input("c").as<float>();
    wb::Expected expected;
    if (problem.kind != wb::DataKind::kIntegers) expected.tolerance = wb::roundings(kTerms);
    expected.value.resize(x.size());
    expected.scale.resize(x.size());
    wb::parallel_for(x.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        double sum = 0, scale = 0;
        for (const float each : c) {
          sum = sum * x[i] + each;
          scale = scale * std::abs(double(x[i])) + std::abs(double(each));
        }
        expected.value[i] = sum;
        expected.scale[i] = scale;
      }
    });
    return expected;
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {2.0 * kTerms * double(size[0]), 2 * sizeof(float) * double(size[0])};
  };
  const auto add = [&](const std::string& name, const std::string& options) {
    experiment.variants.push_back(
        {.name = name,
         .idea = "Horner's rule, 256 steps",
         .plan = [options](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
           return {{{.kernel = "17_tuning/unroll.cl",
                     .entry = "polynomial",
                     .options = options,
                     .args = {as_int(size[0]), "x", "c", "y"},
                     .global = cl::NDRange(round_up(size[0], kGroup)),
                     .local = cl::NDRange(kGroup)}}};
         },
         .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
           const double all = sectors(double(size[0]), model);
           return {{"global_load_sectors", all}, {"global_store_sectors", all}};
         }});
  };
  add("not unrolled", "-DUNROLL=1 -DHAND=0");
  for (const int times : {2, 4, 16, 256}) {
    add(fmt::format("pragma, {}", times), fmt::format("-DUNROLL={} -DHAND=0", times));
    // <unrolled>
    // A step is two instructions, the loop's own two are shared by `times` steps.
    experiment.variants.back().predicted_gain = [times](const wb::Size&) {
      return (2 + 2.0) / (2 + 2.0 / times);
    };
    // </unrolled>
  }
  add("by hand, 4", "-DUNROLL=1 -DHAND=1");
  experiment.default_size = {1 << 14};
  experiment.gpu_size = {1 << 24};
  experiment.lens_size = {64};
  experiment.race_sizes = {{33}};
  experiment.test_sizes = {{1}, {67}, {1000}};
  experiment.test_data = kFinite;
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// What compiler and runtime say

// <warps>
unsigned resident_warps(unsigned capability, unsigned registers, unsigned group_items) {
  if (registers == 0 || group_items == 0) return 0;
  if (capability != 80 && capability != 90) return 0;  // 65,536 registers, 64 warps
  constexpr unsigned kRegisters = 65536, kWarps = 64, kLanes = 32, kUnit = 8;
  const unsigned by_registers = kRegisters / ((registers + kUnit - 1) / kUnit * kUnit * kLanes);
  const unsigned group = (group_items + kLanes - 1) / kLanes;  // a group is there whole or not
  return std::min(by_registers, kWarps) / group * group;
}
// </warps>

namespace {

// The compiler's report. A program that the driver takes from its cache comes without one, so each
// build gets a kernel more that no build had before.
std::optional<wb::RegisterUse> register_use(wb::Session& session, const wb::Launch& launch) {
  if (!session.facts().nvidia) return {};
  static unsigned builds = 0;
  const std::string path = wb::find_kernel_file(launch.kernel);
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::string more = fmt::format(
      "\n__kernel void new{}(__global long* to) {{ *to = {} + {}L; }}\n", builds, builds, now);
  ++builds;
  // <verbose>
  const cl::Program program = wb::build_program(session, path, wb::read_kernel_file(path) + more,
                                                launch.options + " -cl-nv-verbose");
  const std::string log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(session.device());
  for (const wb::RegisterUse& use : wb::parse_register_use(log)) {
    if (use.entry == launch.entry) return use;
  }
  // </verbose>
  return {};
}

std::size_t binary_bytes(wb::Session& session, const wb::Launch& launch) {
  cl::Program& program = session.program(launch.kernel, launch.options);
  std::size_t bytes = 0;
  for (const std::size_t each : program.getInfo<CL_PROGRAM_BINARY_SIZES>()) bytes += each;
  return bytes;
}

}  // namespace

void report_registers(wb::Chapter& chapter, const std::vector<const wb::Experiment*>& experiments) {
  if (!chapter.options().only_variant.empty()) return;
  wb::Session& session = chapter.session();
  chapter.print("\nWhat compiler and runtime say of these kernels:\n");
  wb::Table table({"experiment", "variant", "registers", "stack B", "spilled B", "warps a unit",
                   "private B", "multiple", "largest group", "binary B"});
  for (wb::Row& row : chapter.document().rows) {
    const bool wanted = std::ranges::any_of(
        experiments, [&](const wb::Experiment* each) { return each->name == row.experiment; });
    if (!wanted || row.launches.empty() || row.status != "ok") continue;
    const wb::Launch& launch = row.launches.back();
    // <ask>
    const cl::Kernel kernel = session.kernel(launch.kernel, launch.entry, launch.options);
    const cl::Device& device = session.device();
    const auto bytes = kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device);
    const auto multiple =
        kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
    const auto largest = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
    // </ask>
    const std::size_t binary = binary_bytes(session, launch);
    row.extra["limits"] = {{"private_bytes", bytes},
                           {"preferred_multiple", multiple},
                           {"largest_group", largest},
                           {"binary_bytes", binary}};
    std::vector<std::string> cells = {row.experiment, row.variant, "", "", "", ""};
    if (const auto use = register_use(session, launch)) {
      const auto group = static_cast<unsigned>(launch.local[0]);
      const unsigned warps = resident_warps(session.facts().nvidia_capability,
                                            static_cast<unsigned>(use->registers), group);
      const int spilled = use->spill_store_bytes + use->spill_load_bytes;
      row.extra["registers"] = {{"count", use->registers},
                                {"stack_bytes", use->stack_bytes},
                                {"spill_bytes", spilled},
                                {"warps", warps}};
      cells = {row.experiment,
               row.variant,
               std::to_string(use->registers),
               std::to_string(use->stack_bytes),
               std::to_string(spilled),
               warps ? std::to_string(warps) : ""};
    }
    for (const std::uint64_t each : {std::uint64_t{bytes}, std::uint64_t{multiple},
                                     std::uint64_t{largest}, std::uint64_t{binary}}) {
      cells.push_back(std::to_string(each));
    }
    table.add(std::move(cells));
  }
  chapter.print("{}", table.str());
  if (!session.facts().nvidia) {
    chapter.print("This compiler reports no registers and no spills; OpenCL asks it for none.\n");
  }
}

}  // namespace chapters
