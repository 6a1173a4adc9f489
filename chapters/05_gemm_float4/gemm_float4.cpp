// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "05_gemm_float4/gemm_float4.hpp"

#include <fmt/core.h>

#include <cmath>

#include "03_gemm_naive/gemm_naive.hpp"
#include "04_gemm_tiled/gemm_tiled.hpp"
#include "wb/gemm.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

// <slots>
// Issue slots per multiply-add, if each load and each multiply-add takes one: a work-item that
// keeps rows x cols sums in registers loads them with `loads` instructions a step.
double slots_per_fma(double loads, double rows, double cols) {
  return (loads + rows * cols) / (rows * cols);
}
// </slots>

wb::Variant gemm_row_of_four(bool aligned) {
  wb::Variant variant{
      .name = aligned ? "1x4, float4" : "1x4, vload4",
      .idea = "four neighbouring outputs per work-item",
      .plan = [aligned](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        const std::size_t m = size[0], n = size[1], k = size[2];
        return {{{.kernel = "05_gemm_float4/row_of_four.cl",
                  .entry = "gemm_row_of_four",
                  .options = aligned ? "-DALIGNED=1" : "-DALIGNED=0",
                  .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                  .global = cl::NDRange(round_up(n, 32) / 4, round_up(m, 32)),
                  .local = cl::NDRange(8, 32)}}};
      },
      .needs = [aligned](const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
        if (aligned && (size[1] % 4 != 0 || size[2] % 4 != 0)) {
          return fmt::format("float4 loads need rows of a multiple of 4 floats; N is {}, K is {}",
                             size[1], size[2]);
        }
        return needs_items(facts, 256);
      },
      .predict = nullptr,
      .predicted_gain =
          [](const wb::Size&) { return slots_per_fma(2, 1, 1) / slots_per_fma(2, 1, 4); }};
  if (aligned) {
    variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
      return {{"global_load_sectors", tiled_load_sectors(size, 32, model)}};
    };
  }
  return variant;
}

wb::Variant gemm_four_by_four() {
  return {.name = "4x4",
          .idea = "sixteen outputs per work-item, both operands read as float4",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "05_gemm_float4/four_by_four.cl",
                      .entry = "gemm_four_by_four",
                      .options = "",
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(n, 64) / 4, round_up(m, 64) / 4),
                      .local = cl::NDRange(16, 16)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, 256); },
          .predicted_gain =
              [](const wb::Size&) { return slots_per_fma(2, 1, 1) / slots_per_fma(2, 4, 4); },
          .exempt = {{"race",
                      "Oclgrind 21.10 does not know the instruction freeze, which its compiler "
                      "makes of this kernel's float4 reads"}}};
}

wb::Variant gemm_cpu_float16() {
  return {.name = "CPU shape, 8x2 float16",
          .idea = "one work-item per work-group, sums in vector registers",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "05_gemm_float4/cpu_float16.cl",
                      .entry = "gemm_cpu",
                      .options = "",
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(n, 32) / 32, round_up(m, 8) / 8),
                      .local = cl::NDRange(1, 1)}}};
          }};
}

wb::Experiment gemm_vectors() {
  wb::Experiment experiment = wb::gemm();
  wb::Variant naive = gemm_column_order(), tile = gemm_tiled(16);
  naive.name = "naive (03)";
  tile.name = "tile 16 (04)";
  // Chapter 04 predicts from traffic; here each instruction counts, and tiling left their number
  // alone.
  tile.predicted_gain = [](const wb::Size&) { return 1.0; };
  experiment.variants = {naive,
                         tile,
                         gemm_row_of_four(false),
                         gemm_row_of_four(true),
                         gemm_four_by_four(),
                         gemm_cpu_float16()};
  experiment.baseline = naive.name;
  experiment.previous = tile.name;
  experiment.race_sizes = {{7, 7, 7}, {32, 32, 32}, {33, 34, 18}};
  return experiment;
}

namespace {

constexpr std::size_t kMixed = 4;  // rows out, and samples of each that a work-item computes

wb::Problem make_mix(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t n = size.at(0), k = size.at(1);
  wb::Problem problem;
  problem.inputs = {wb::Array("weights", wb::Type::kFloat, {k, kMixed}),
                    wb::Array("in", wb::Type::kFloat, {k, n})};
  wb::fill(problem.inputs[0], kind, seed);
  wb::fill(problem.inputs[1], kind, seed + 1);
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {kMixed, n}, CL_MEM_WRITE_ONLY)};
  return problem;
}

wb::Expected expected_mix(const wb::Problem& problem, std::size_t) {
  const std::size_t n = problem.size[0], k = problem.size[1];
  const auto weights = problem.input("weights").as<float>(), in = problem.input("in").as<float>();
  wb::Expected expected;
  expected.value.assign(kMixed * n, 0);
  expected.scale.assign(kMixed * n, 0);
  if (problem.kind != wb::DataKind::kIntegers) expected.tolerance = wb::roundings(double(k) + 1);
  for (std::size_t i = 0; i < kMixed * n; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      const double product = double(weights[p * kMixed + i / n]) * in[p * n + i % n];
      expected.value[i] += product;
      expected.scale[i] += std::abs(product);
    }
  }
  return expected;
}

}  // namespace

wb::Experiment mix_exercise() {
  constexpr std::size_t kGroup = 64;
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"N", "K"};
  exercise.make = make_mix;
  exercise.reference = expected_mix;
  exercise.work = [](const wb::Size& size) {
    const double n = double(size[0]), k = double(size[1]);
    return wb::Work{2 * kMixed * n * k, sizeof(cl_float) * (n * k + kMixed * (n + k))};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "K rows mixed down to four",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         const std::size_t items = round_up(size[0], kMixed) / kMixed;
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "mix_down",
                   .options = "",
                   .args = {as_int(size[0]), as_int(size[1]), "weights", "in", "out"},
                   .global = cl::NDRange(round_up(items, kGroup)),
                   .local = cl::NDRange(kGroup)}}};
       },
       // <contract>
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double n = double(size[0]), k = double(size[1]);
         const double row = n * sizeof(cl_float) / model.sector_bytes;  // a row of samples
         const double warps = n / kMixed / model.lanes;
         return {{"global_load_requests", 2 * k * warps},     // four samples, four weights
                 {"global_load_sectors", k * (row + warps)},  // a warp's weights are one sector
                 {"global_store_sectors", kMixed * row}};
       }}};
  // </contract>
  exercise.default_size = {1 << 16, 32};
  exercise.lens_size = {512, 16};
  exercise.race_sizes = {{1, 3}, {18, 5}, {256, 2}, {259, 4}};
  exercise.test_sizes = {{1, 1}, {3, 5}, {4, 1}, {254, 7}, {256, 16}, {257, 33}, {1000, 10}};
  return exercise;
}

}  // namespace chapters
