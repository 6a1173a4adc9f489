// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "07_transpose/transpose.hpp"

#include <fmt/core.h>

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kTile = 32, kRows = 8;

wb::Problem make_transpose(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t height = size.at(0), width = size.at(1);
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kFloat, {height, width})};
  wb::fill(problem.inputs[0], kind, seed);
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {width, height}, CL_MEM_WRITE_ONLY)};
  return problem;
}

// Nothing is computed, so every element must come through bit for bit: tolerance 0.
wb::Expected transposed(const wb::Problem& problem, std::size_t) {
  const std::size_t height = problem.size[0], width = problem.size[1];
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  expected.value.resize(in.size());
  wb::parallel_for(width * height, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      expected.value[i] = in[i % height * width + i / height];
    }
  });
  return expected;
}

std::vector<wb::Arg> arguments(const wb::Size& size) {
  return {as_int(size[1]), as_int(size[0]), "in", "out"};
}

// Sectors that one pass over the whole matrix takes at least.
double whole(const wb::Size& size, const wb::LensModel& model) {
  return double(size[0]) * double(size[1]) * sizeof(float) / model.sector_bytes;
}
// One sector an element: every lane of a warp in a row of its own.
double scattered(const wb::Size& size) {
  return double(size[0]) * double(size[1]);
}

}  // namespace

wb::Variant transpose_read_coalesced() {
  return {.name = "read-coalesced",
          .idea = "neighbours read neighbours and write a column apart",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "07_transpose/read_coalesced.cl",
                      .entry = "transpose_read_coalesced",
                      .options = "",
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[1], kTile), round_up(size[0], kRows)),
                      .local = cl::NDRange(kTile, kRows)}}};
          },
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"global_load_sectors", whole(size, model)},
                    {"global_store_sectors", scattered(size)}};
          }};
}

wb::Variant transpose_write_coalesced() {
  return {.name = "write-coalesced",
          .idea = "neighbours write neighbours and read a row apart",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "07_transpose/write_coalesced.cl",
                      .entry = "transpose_write_coalesced",
                      .options = "",
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[0], kTile), round_up(size[1], kRows)),
                      .local = cl::NDRange(kTile, kRows)}}};
          },
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"global_load_sectors", scattered(size)},
                    {"global_store_sectors", whole(size, model)}};
          }};
}

wb::Variant transpose_tile(int pad) {
  return {.name = pad ? "tile, padded" : "tile",
          .idea = "rows in, rows out, the turn in local memory",
          .plan = [pad](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "07_transpose/tile.cl",
                      .entry = "transpose_tile",
                      .options = fmt::format("-DPAD={}", pad),
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[1], kTile),
                                            round_up(size[0], kTile) / kTile * kRows),
                      .local = cl::NDRange(kTile, kRows)}}};
          },
          .predict = [pad](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double requests = double(size[0]) * double(size[1]) / model.lanes;
            return {{"global_load_sectors", whole(size, model)},
                    {"global_store_sectors", whole(size, model)},
                    {"local_store_wavefronts", requests},
                    {"local_load_wavefronts", requests * (pad ? 1 : model.banks)}};
          }};
}

wb::Experiment transpose() {
  wb::Experiment experiment;
  experiment.name = "transpose";
  experiment.dimensions = {"height", "width"};
  experiment.make = make_transpose;
  experiment.reference = transposed;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2.0 * double(size[0]) * double(size[1]) * sizeof(float)};
  };
  experiment.variants = {transpose_read_coalesced(), transpose_write_coalesced(), transpose_tile(0),
                         transpose_tile(1)};
  experiment.default_size = {2048, 2048};
  experiment.gpu_size = {8192, 8192};
  experiment.lens_size = {64, 64};
  experiment.race_sizes = {{15, 17}, {32, 32}, {33, 31}};
  experiment.test_sizes = {{1, 1}, {1, 100}, {100, 1}, {31, 33}, {32, 32}, {257, 65}, {64, 200}};
  return experiment;
}

}  // namespace chapters
