// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "04_gemm_tiled/gemm_tiled.hpp"

#include <fmt/core.h>

#include "03_gemm_naive/gemm_naive.hpp"
#include "wb/gemm.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

std::string needs_work_items(const wb::DeviceFacts& facts, std::size_t tile) {
  const std::size_t items = tile * tile;
  if (facts.max_work_group_size >= items) return "";
  return fmt::format("a {}x{} tile needs {} work-items in a group, this device allows {}", tile,
                     tile, items, facts.max_work_group_size);
}

}  // namespace

// <traffic>
double tiled_load_sectors(const wb::Size& mnk, std::size_t tile, const wb::LensModel& model) {
  const double products = double(mnk[0]) * double(mnk[1]) * double(mnk[2]);
  const double loads = 2 * products / double(tile);  // each element loaded serves `tile` products
  return loads * sizeof(float) / model.sector_bytes;
}
// </traffic>

// <variant>
wb::Variant gemm_tiled(std::size_t tile) {
  return {.name = fmt::format("tile {}", tile),
          .idea = "a tile of A and of B in local memory, each value used once a work-item",
          .plan = [tile](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "04_gemm_tiled/tiled.cl",
                      .entry = "gemm_tiled",
                      .options = fmt::format("-DTILE={}", tile),
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(n, tile), round_up(m, tile)),
                      .local = cl::NDRange(tile, tile)}}};
          },
          .needs = [tile](const wb::DeviceFacts& facts,
                          const wb::Size&) { return needs_work_items(facts, tile); },
          .predict = [tile](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"global_load_sectors", tiled_load_sectors(size, tile, model)}};
          },
          .predicted_gain =
              [tile](const wb::Size& size) {
                const wb::LensModel nvidia;
                return naive_load_sectors(size, nvidia) / tiled_load_sectors(size, tile, nvidia);
              }};
}
// </variant>

wb::Variant gemm_tiled_dynamic(std::size_t tile) {
  wb::Variant variant = gemm_tiled(tile);
  variant.name = fmt::format("tile {}, dynamic", tile);
  variant.idea = "local memory sized by the host";
  variant.plan = [tile](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    const std::size_t m = size[0], n = size[1], k = size[2];
    // <dynamic>
    const wb::LocalMemory one_tile{tile * tile * sizeof(cl_float)};
    return {{{.kernel = "04_gemm_tiled/dynamic.cl",
              .entry = "gemm_tiled_dynamic",
              .options = "",
              .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C", one_tile, one_tile},
              .global = cl::NDRange(round_up(n, tile), round_up(m, tile)),
              .local = cl::NDRange(tile, tile)}}};
    // </dynamic>
  };
  return variant;
}

wb::Variant gemm_tiled_padded(std::size_t tile) {
  wb::Variant variant = gemm_tiled(tile);
  variant.name = fmt::format("tile {}, padded", tile);
  variant.idea = "operands padded with zeros to whole tiles: no guards in the loop";
  variant.plan = [tile](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    const std::size_t m = size[0], n = size[1], k = size[2];
    const std::size_t mp = round_up(m, tile), np = round_up(n, tile), kp = round_up(k, tile);
    // <padded>
    const std::string pad = "04_gemm_tiled/pad.cl";
    return {.launches = {{.kernel = pad,
                          .entry = "pad",
                          .options = "",
                          .args = {as_int(m), as_int(k), "A", "A_padded"},
                          .global = cl::NDRange(kp, mp),
                          .local = cl::NDRange(tile, tile)},
                         {.kernel = pad,
                          .entry = "pad",
                          .options = "",
                          .args = {as_int(k), as_int(n), "B", "B_padded"},
                          .global = cl::NDRange(np, kp),
                          .local = cl::NDRange(tile, tile)},
                         {.kernel = "04_gemm_tiled/padded.cl",
                          .entry = "gemm_tiled_padded",
                          .options = fmt::format("-DTILE={}", tile),
                          .args = {as_int(m), as_int(n), as_int(kp), as_int(np), "A_padded",
                                   "B_padded", "C"},
                          .global = cl::NDRange(np, mp),
                          .local = cl::NDRange(tile, tile)}},
            .scratch = {{"A_padded", mp * kp * sizeof(cl_float)},
                        {"B_padded", kp * np * sizeof(cl_float)}}};
    // </padded>
  };
  variant.predict = [tile](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    const double copied = double(size[0]) * double(size[2]) + double(size[2]) * double(size[1]);
    return {{"global_load_sectors",
             tiled_load_sectors(size, tile, model) + copied * sizeof(float) / model.sector_bytes}};
  };
  return variant;
}

wb::Experiment gemm_tiles() {
  wb::Experiment experiment = wb::gemm();
  wb::Variant naive = gemm_column_order();
  naive.name = "naive (03)";
  experiment.variants = {naive,          gemm_tiled(8),          gemm_tiled(16),
                         gemm_tiled(32), gemm_tiled_dynamic(16), gemm_tiled_padded(16)};
  experiment.baseline = "naive (03)";
  return experiment;
}

wb::Experiment gemm_tiled_exercise() {
  constexpr std::size_t kTile = 16;
  wb::Experiment exercise = wb::gemm();
  exercise.name = "exercise";
  exercise.check = nullptr;
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem = wb::gemm().make(size, kind, seed);
    problem.inputs[1].shape = {size[1], size[2]};  // the same numbers, now N rows of K
    return problem;
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t output) {
    wb::Problem plain = problem;  // turn B round, then it is the product that we know
    const std::size_t n = problem.size[1], k = problem.size[2];
    const auto given = problem.input("B").as<float>();
    for (std::size_t i = 0; i < n * k; ++i) {
      plain.inputs[1].as<float>()[i % k * n + i / k] = given[i];
    }
    return wb::gemm().reference(plain, output);
  };
  exercise.peers = nullptr;
  exercise.variants = {
      {.name = "yours",
       .idea = "C = A * transpose(B)",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         const std::size_t m = size[0], n = size[1], k = size[2];
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "gemm_abt",
                   .options = "",
                   .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                   .global = cl::NDRange(round_up(n, kTile), round_up(m, kTile)),
                   .local = cl::NDRange(kTile, kTile)}}};
       },
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         return {{"global_load_sectors", tiled_load_sectors(size, kTile, model)}};
       }}};
  exercise.test_sizes = {{1, 1, 1}, {16, 16, 16}, {17, 33, 18}, {40, 7, 65}};
  return exercise;
}

}  // namespace chapters
