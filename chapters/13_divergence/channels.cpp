// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <cmath>

#include "13_divergence/divergence.hpp"
#include "wb/exercise.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kChannelItems = 256, kChannelSteps = 32, kChannels = 4;

// Channel c: v = v * t + a[c], 32 times, with t = x / 4, x^2 / 16, -x / 4, x / 8.
wb::Expected expected_curves(const wb::Problem& problem, std::size_t) {
  static constexpr double kStart[] = {0.5, 0.75, 1.0, 0.25};
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = double(in[i]);
    const double of[] = {0.25 * x, 0.0625 * x * x, -0.25 * x, 0.125 * x};
    const std::size_t c = i % kChannels;
    double value = kStart[c], scale = kStart[c];
    for (std::size_t k = 0; k < kChannelSteps; ++k) {
      value = value * of[c] + kStart[c];
      scale = scale * std::abs(of[c]) + kStart[c];
    }
    expected.value.push_back(value);
    expected.scale.push_back(scale);
  }
  expected.tolerance = wb::roundings(64);
  return expected;
}

}  // namespace

wb::Experiment channels_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"n"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {size.at(0)})};
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0]})};
    wb::fill(problem.inputs[0], kind, seed);
    return problem;
  };
  exercise.reference = expected_curves;
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {2 * double(kChannelSteps) * double(size[0]), 8 * double(size[0])};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "four channels, interleaved, each with its own curve",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "curves",
                   .options = "",
                   .args = {as_int(size[0]), "in", "out"},
                   .global = cl::NDRange(round_up(size[0], kChannelItems)),
                   .local = cl::NDRange(kChannelItems)}}};
       },
       // <contract>
       .at_most = [](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
         return {{"simt_idle", 0},  // no lane waits for another
                 {"flops_fma",
                  double(size[0]) * double(kChannelSteps)},  // and none computes for nothing
                 {"global_load_excess", 1},
                 {"global_store_excess", 1}};
       }}};
  // </contract>
  exercise.default_size = {1 << 20};
  exercise.lens_size = {2048};
  exercise.race_sizes = {{1}, {256}, {300}};
  exercise.test_sizes = {{1}, {3}, {255}, {256}, {257}, {1000}, {2049}};
  return exercise;
}

}  // namespace chapters
