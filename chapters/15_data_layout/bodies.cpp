// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <cmath>

#include "15_data_layout/data_layout.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kSmallTile = 32, kWide = 16;
constexpr float kDt = 0.0078125f;
// Oclgrind's check for uninitialised values crashes on the shuffles that its optimiser makes of
// parts of vectors (chapter 07). The same source, not optimised, passes.
std::string plain_on_simulator(const wb::DeviceFacts& facts) {
  return facts.simulator ? " -cl-opt-disable" : "";
}

constexpr double kFlops = 20;  // of one pull, as the literature counts them

// The same bodies twice: one float4 each, and four arrays.
wb::Problem make_bodies(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t n = size.at(0), pitch = round_up(n, kWide);
  wb::Problem problem;
  problem.inputs = {wb::Array("position", wb::Type::kFloat, {n, 4}),
                    wb::Array("velocity", wb::Type::kFloat, {n, 4}),
                    wb::Array("fields", wb::Type::kFloat, {4, pitch})};
  wb::fill(problem.inputs[0], kind, seed);
  wb::fill(problem.inputs[1], kind, seed + 1);
  const auto position = problem.inputs[0].as<float>();
  for (std::size_t i = 0; i < n; ++i) {
    position[4 * i + 3] = std::abs(position[4 * i + 3]);  // masses
    for (std::size_t f = 0; f < 4; ++f) {
      problem.inputs[2].as<float>()[f * pitch + i] = position[4 * i + f];
    }
  }
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {n, 4}, CL_MEM_WRITE_ONLY)};
  return problem;
}

// What body i's new velocity should be, and the size of its terms.
void pulled(const wb::Problem& problem, std::size_t i, double* value, double* scale) {
  const auto position = problem.input("position").as<float>();
  const auto velocity = problem.input("velocity").as<float>();
  const std::size_t n = position.size() / 4;
  double sum[3] = {}, terms[3] = {};
  for (std::size_t j = 0; j < n; ++j) {
    double d[3], squared = double(0.01f);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      d[axis] = double(position[4 * j + axis]) - position[4 * i + axis];
      squared += d[axis] * d[axis];
    }
    const double weight = position[4 * j + 3] / (squared * std::sqrt(squared));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sum[axis] += d[axis] * weight;
      terms[axis] += std::abs(d[axis] * weight);
    }
  }
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const double v = velocity[4 * i + axis];
    value[axis] = axis < 3 ? v + kDt * sum[axis] : v;
    scale[axis] = axis < 3 ? std::abs(v) + kDt * terms[axis] : std::abs(v);
  }
}

double tolerance_of(std::size_t n) {
  return wb::roundings(double(n) + 32);  // n additions, and what a term takes
}

wb::Expected all_pulled(const wb::Problem& problem, std::size_t) {
  const std::size_t n = problem.size.at(0);
  wb::Expected expected;
  expected.tolerance = tolerance_of(n);
  expected.value.resize(4 * n);
  expected.scale.resize(4 * n);
  wb::parallel_for(n * 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin / 64; i < end / 64; ++i) {
      pulled(problem, i, &expected.value[4 * i], &expected.scale[4 * i]);
    }
  });
  return expected;
}

// Every body of a large problem would take the host too long: 512 of them, spread over all groups.
std::optional<wb::Verdict> sampled(const wb::Problem& problem,
                                   const std::vector<wb::Array>& outputs) {
  constexpr std::size_t kAll = 4096, kSamples = 512;
  const std::size_t n = problem.size.at(0);
  if (n <= kAll) return std::nullopt;
  wb::Array got("out, sampled,", wb::Type::kFloat, {kSamples, 4});
  wb::Expected expected;
  expected.tolerance = tolerance_of(n);
  expected.value.resize(4 * kSamples);
  expected.scale.resize(4 * kSamples);
  wb::parallel_for(kSamples * 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin / 64; s < end / 64; ++s) {
      const std::size_t i = s * n / kSamples + wb::mix(3, s) % (n / kSamples);
      pulled(problem, i, &expected.value[4 * s], &expected.scale[4 * s]);
      for (std::size_t f = 0; f < 4; ++f) {
        got.as<float>()[4 * s + f] = outputs[0].as<float>()[4 * i + f];
      }
    }
  });
  return wb::compare(got, expected);
}

}  // namespace

wb::Experiment bodies() {
  wb::Experiment experiment;
  experiment.name = "n-body";
  experiment.dimensions = {"bodies"};
  experiment.make = make_bodies;
  experiment.reference = all_pulled;
  experiment.check = sampled;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const auto n = double(size[0]);
    return {kFlops * n * n, 3 * 16 * n};
  };
  const auto bodies_of = [](const std::string& file, const std::string& entry,
                            const std::string& options) {
    return [=](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
      return {{{.kernel = "15_data_layout/" + file,
                .entry = entry,
                .options = options + plain_on_simulator(facts),
                .args = {as_int(size[0]), kDt, "position", "velocity", "out"},
                .global = cl::NDRange(round_up(size[0], kGroup)),
                .local = cl::NDRange(kGroup)}}};
    };
  };
  experiment.variants = {
      {.name = "float4",
       .idea = "each body reads all bodies, one float4 at a time",
       .plan = bodies_of("nbody.cl", "nbody", ""),
       .needs = needs_256,
       .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         // A request of the loop is one sector: all lanes ask for the same body.
         const double n = double(size[0]), warps = n / model.lanes;
         return {{"global_load_requests", warps * (n + 2)},
                 {"global_load_sectors", warps * (n + 2 * 16)}};
       }},
      {.name = "float4, eight a turn",
       .idea = "the same, the loop unrolled",
       .plan = bodies_of("nbody.cl", "nbody", "-DUNROLL=8"),
       .needs = needs_256,
       .predicted_gain = [](const wb::Size&) { return 1.0; }},
      {.name = "four arrays",
       .idea = "each body reads all bodies, a field at a time",
       .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
         const std::size_t pitch = round_up(size[0], kWide);
         return {{{.kernel = "15_data_layout/nbody_arrays.cl",
                   .entry = "nbody_arrays",
                   .options = plain_on_simulator(facts),
                   .args = {as_int(size[0]), as_int(pitch), kDt, "fields", "velocity", "out"},
                   .global = cl::NDRange(round_up(size[0], kGroup)),
                   .local = cl::NDRange(kGroup)}}};
       },
       .needs = needs_256,
       .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double n = double(size[0]), warps = n / model.lanes;
         return {{"global_load_requests", warps * (4 * n + 4)},
                 {"global_load_sectors", warps * (4 * n + 3 * 4 + 16)}};
       }},
      {.name = "float4, tiles",
       .idea = "a work-group fetches 256 bodies together",
       .plan = [bodies_of](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
         wb::Plan plan = bodies_of("nbody_tiles.cl", "nbody_tiles", "")(size, facts);
         if (size[0] <= kSmallTile || size[0] >= kGroup) return plan;
         // Fewer bodies than one tile: smaller tiles, so that every group walks over several.
         plan.launches[0].options += fmt::format(" -DTILE={}", kSmallTile);
         plan.launches[0].global = cl::NDRange(round_up(size[0], kSmallTile));
         plan.launches[0].local = cl::NDRange(kSmallTile);
         return plan;
       },
       .needs = needs_256,
       .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double n = double(size[0]), warps = n / model.lanes;
         return {{"global_load_requests", warps * (n / kGroup + 2)},
                 {"global_load_sectors", warps * 16 * (n / kGroup + 2)},
                 {"local_load_requests", warps * n}};
       },
       .predicted_gain = [](const wb::Size&) { return 1.0; }},
      {.name = "CPU shape",
       .idea = "16 bodies a work-item, a field of all of them in one float16",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         const std::size_t pitch = round_up(size[0], kWide);
         return {{{.kernel = "15_data_layout/nbody_cpu.cl",
                   .entry = "nbody_cpu",
                   .options = "",
                   .args = {as_int(size[0]), as_int(pitch), kDt, "fields", "velocity", "out"},
                   .global = cl::NDRange(pitch / kWide),
                   .local = cl::NDRange(1)}}};
       },
       .needs = [](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
         return facts.cpu || facts.simulator ? "" : "groups of one work-item are a CPU's shape";
       }}};
  experiment.variants[1].predict = experiment.variants[0].predict;
  experiment.default_size = {2048};
  experiment.gpu_size = {65536};
  experiment.lens_size = {256};
  experiment.race_sizes = {{1}, {33}};  // 33: two small tiles
  experiment.test_sizes = {{1}, {16}, {100}, {257}, {1000}};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

}  // namespace chapters
