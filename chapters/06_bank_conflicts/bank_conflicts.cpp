// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "06_bank_conflicts/bank_conflicts.hpp"

#include <fmt/core.h>

#include <numeric>

#include "04_gemm_tiled/gemm_tiled.hpp"
#include "wb/gemm.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kGroup = 256, kLanes = 32, kReads = 32, kRepeats = 16, kCells = 31 * 33 + 32;
constexpr std::size_t kTile = 32;

wb::Problem make_stride(const wb::Size& size, wb::DataKind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kFloat, {kCells})};
  wb::fill(problem.inputs[0], wb::DataKind::kIntegers, seed);  // sums stay exact in any order
  problem.outputs = {
      wb::Array("out", wb::Type::kFloat, {round_up(size.at(0), kGroup)}, CL_MEM_WRITE_ONLY)};
  return problem;
}

wb::Expected stride_sums(const wb::Problem& problem, std::size_t stride) {
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  for (std::size_t item = 0; item < problem.outputs[0].count(); ++item) {
    double sum = 0;
    for (std::size_t i = 0; i < kReads; ++i) sum += in[item % kLanes * stride + i];
    expected.value.push_back(kRepeats * sum);
  }
  return expected;
}

}  // namespace

// <degree>
double conflict_degree(std::size_t stride, const wb::LensModel& model) {
  // Lanes i and j meet in a bank if (i - j) * stride is a multiple of the number of banks.
  return double(std::gcd(stride, std::size_t{model.banks}));
}
// </degree>

wb::Variant stride_read(std::size_t stride) {
  return {.name = fmt::format("stride {}", stride),
          .idea = "neighbouring lanes read words this far apart",
          .plan = [stride](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "06_bank_conflicts/stride.cl",
                      .entry = "stride_read",
                      .options = fmt::format("-DSTRIDE={} -DREPEATS={}", stride, kRepeats),
                      .args = {"in", "out"},
                      .global = cl::NDRange(round_up(size[0], kGroup)),
                      .local = cl::NDRange(kGroup)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, kGroup); },
          .predict = [stride](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double requests = double(round_up(size[0], kGroup)) / kLanes * kReads * kRepeats;
            return {{"local_load_requests", requests},
                    {"local_load_wavefronts", requests * conflict_degree(stride, model)}};
          },
          .predicted_gain =
              [stride](const wb::Size&) { return 1 / conflict_degree(stride, wb::LensModel{}); },
          .reference = [stride](const wb::Problem& problem,
                                std::size_t) { return stride_sums(problem, stride); }};
}

wb::Experiment stride_sweep() {
  wb::Experiment experiment;
  experiment.name = "stride";
  experiment.dimensions = {"items"};
  experiment.make = make_stride;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {double(round_up(size[0], kGroup)) * kReads * kRepeats, 0};
  };
  for (std::size_t stride = 1; stride <= 33; ++stride) {
    experiment.variants.push_back(stride_read(stride));
  }
  experiment.default_size = {1 << 14};
  experiment.gpu_size = {1 << 22};
  experiment.lens_size = {kGroup};
  experiment.race_sizes = {{1}};
  experiment.test_sizes = {{1}, {1000}};
  experiment.test_data = {wb::DataKind::kIntegers};
  return experiment;
}

wb::Variant gemm_transposed(TileLayout layout) {
  const int index = static_cast<int>(layout);
  static constexpr const char* kNames[] = {"A transposed, plain", "A transposed, padded",
                                           "A transposed, swizzled"};
  return {.name = kNames[index],
          .idea = "A's tile transposed in local memory",
          .plan = [index](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "06_bank_conflicts/transposed.cl",
                      .entry = "gemm_transposed",
                      .options = fmt::format("-DLAYOUT={}", index),
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(n, kTile), round_up(m, kTile)),
                      .local = cl::NDRange(kTile, kTile)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, kTile * kTile); },
          .predict = [layout](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            // A warp is one row of the work-group. A tile step stores one row of each tile.
            const double steps =
                double(size[0]) * double(size[1]) * double(size[2]) / (kTile * model.lanes);
            const double a =
                layout == TileLayout::kPlain ? double(conflict_degree(kTile, model)) : 1.0;
            return {{"local_store_wavefronts", steps * (a + 1)},
                    {"local_load_wavefronts", steps * 2 * kTile}};
          },
          .predicted_gain =
              [layout](const wb::Size&) {
                // Wavefronts of one step: 2 loads for each of 32 products, and a store of each
                // tile.
                const double free = 2 * kTile + 2;
                return layout == TileLayout::kPlain ? free / (free + kTile - 1) : 1.0;
              }};
}

wb::Experiment gemm_layouts() {
  wb::Experiment experiment = wb::gemm();
  wb::Variant tile = gemm_tiled(kTile);
  tile.name = "tile 32 (04)";
  tile.predicted_gain = nullptr;
  experiment.variants = {tile, gemm_transposed(TileLayout::kPlain),
                         gemm_transposed(TileLayout::kPadded),
                         gemm_transposed(TileLayout::kSwizzled)};
  experiment.baseline = tile.name;
  experiment.race_sizes = {{7, 7, 7}, {32, 32, 32}, {33, 31, 17}};
  return experiment;
}

namespace {

std::size_t reversed(std::size_t i, std::size_t bits) {
  std::size_t result = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) result = result << 1 | (i >> bit & 1);
  return result;
}

}  // namespace

wb::Experiment bit_reversal_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"blocks", "bits"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    const std::size_t n = std::size_t{1} << size.at(1);
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {size[0], n})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0], n}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const std::size_t bits = problem.size[1], n = std::size_t{1} << bits;
    const auto in = problem.input("in").as<float>();
    wb::Expected expected;
    for (std::size_t i = 0; i < in.size(); ++i) {
      expected.value.push_back(in[i / n * n + reversed(i % n, bits)]);
    }
    return expected;
  };
  exercise.work = [](const wb::Size& size) {
    return wb::Work{0, 2.0 * sizeof(cl_float) * double(size[0] << size[1])};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "blocks in bit-reversed order",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "bit_reversal",
                   .options = "",
                   .args = {as_int(size[1]), "in", "out"},
                   .global = cl::NDRange(size[0] * kGroup),
                   .local = cl::NDRange(kGroup)}}};
       },
       // <contract>
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double values = double(size[0] << size[1]);
         const double sectors = values * sizeof(cl_float) / model.sector_bytes;
         return {{"global_load_sectors", sectors},
                 {"global_store_sectors", sectors},
                 {"local_load_wavefronts", values / model.lanes},
                 {"local_store_wavefronts", values / model.lanes}};
       }}};
  // </contract>
  exercise.default_size = {1024, 10};
  exercise.lens_size = {3, 10};
  exercise.race_sizes = {{2, 5}, {2, 10}};
  exercise.test_sizes = {{1, 10}, {5, 10}, {3, 5}, {4, 7}, {2, 9}};
  return exercise;
}

}  // namespace chapters
