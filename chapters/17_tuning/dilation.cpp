// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "17_tuning/tuning.hpp"
#include "wb/exercise.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kReach = 4;  // rows above and below

wb::Variant yours(std::size_t x, std::size_t y, std::size_t out) {
  return {
      .name = fmt::format("yours, {} x {}, {} outputs", x, y, out),
      .idea = "the largest of nine rows, several outputs a work-item",
      // <launch>
      .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        return {{{.kernel = wb::kExerciseFile,
                  .entry = "largest_of_nine",
                  .options = fmt::format("-DLX={} -DLY={} -DOUT={}", x, y, out),
                  .args = {as_int(size[1]), as_int(size[0]), "in", "out"},
                  .global = cl::NDRange(round_up(size[1], x), round_up(parts(size[0], out), y)),
                  .local = cl::NDRange(x, y)}}};
      },
      // </launch>
      // <contract>
      .at_most = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
        const double groups = double(parts(size[1], x)) * double(parts(parts(size[0], out), y));
        const double warps = groups * double(x * y) / model.lanes;
        const double row = double(x) * sizeof(float) / model.sector_bytes;
        const double loads = double(out + 2 * kReach);  // of a work-item: each input once
        return {{"global_load_requests", warps * loads},
                {"global_load_sectors", groups * double(y) * row * loads},
                {"constant_load_requests", 0},  // no way around the other two
                {"global_store_sectors",
                 double(size[0]) * double(size[1]) * sizeof(float) / model.sector_bytes}};
      }
      // </contract>
  };
}

}  // namespace

wb::Experiment dilation_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"rows", "columns"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {size.at(0), size.at(1)})};
    wb::fill(problem.inputs[0], kind, seed);
    // Mostly below zero, so that a maximum that starts at zero shows.
    for (float& each : problem.inputs[0].as<float>()) each -= 2;
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0], size[1]}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const std::size_t rows = problem.size[0], columns = problem.size[1];
    const auto in = problem.input("in").as<float>();
    wb::Expected expected;
    expected.value.assign(rows * columns, -std::numeric_limits<double>::infinity());
    for (std::size_t y = 0; y < rows; ++y) {
      const std::size_t last = std::min(y + kReach, rows - 1);
      for (std::size_t t = y < kReach ? 0 : y - kReach; t <= last; ++t) {
        for (std::size_t x = 0; x < columns; ++x) {
          double& most = expected.value[y * columns + x];
          most = std::max(most, double(in[t * columns + x]));
        }
      }
    }
    return expected;
  };
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2 * sizeof(float) * double(size[0]) * double(size[1])};
  };
  exercise.variants = {yours(32, 4, 8), yours(16, 2, 3)};
  exercise.default_size = {512, 512};
  exercise.lens_size = {96, 64};
  exercise.race_sizes = {{1, 1}, {19, 33}};
  exercise.test_sizes = {{1, 1}, {3, 40}, {8, 32}, {24, 33}, {37, 65}, {100, 64}};
  exercise.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return exercise;
}

}  // namespace chapters
