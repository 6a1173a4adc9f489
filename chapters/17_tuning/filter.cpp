// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "17_tuning/tuning.hpp"
#include "wb/error.hpp"
#include "wb/table.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kFilterSide = 5, kWidest = 16;
constexpr std::size_t kWidths[] = {1, 2, 4, 8, 16}, kLocals[] = {32, 64, 128, 256};

std::string type_name(std::size_t width) {
  return width == 1 ? "float" : fmt::format("float{}", width);
}
std::string map_name(std::size_t local, std::size_t width) {
  return (local ? std::to_string(local) : "driver") + " x " + type_name(width);
}

// Rows of a whole number of the widest vectors, with one more for the border.
std::size_t pitch_of(std::size_t columns) {
  return round_up(columns, kWidest) + kWidest;
}

wb::Problem make_picture(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {
      wb::Array("picture", wb::Type::kFloat, {size.at(0) + kFilterSide - 1, pitch_of(size.at(1))}),
      wb::Array("f", wb::Type::kFloat, {kFilterSide, kFilterSide})};
  wb::fill(problem.inputs[0], kind, seed);
  wb::fill(problem.inputs[1], kind, seed + 1);
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0], size[1]})};
  return problem;
}

wb::Expected filtered(const wb::Problem& problem, std::size_t) {
  const std::size_t rows = problem.size[0], columns = problem.size[1], pitch = pitch_of(columns);
  const auto in = problem.input("picture").as<float>(), f = problem.input("f").as<float>();
  wb::Expected expected;
  expected.value.assign(rows * columns, 0);
  expected.scale.assign(rows * columns, 0);
  if (problem.kind != wb::DataKind::kIntegers)
    expected.tolerance = wb::roundings(kFilterSide * kFilterSide);
  wb::parallel_for(rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      for (std::size_t tap = 0; tap < kFilterSide * kFilterSide; ++tap) {
        const float* line = &in[(y + tap / kFilterSide) * pitch + tap % kFilterSide];
        for (std::size_t x = 0; x < columns; ++x) {
          const double product = double(f[tap]) * line[x];
          expected.value[y * columns + x] += product;
          expected.scale[y * columns + x] += std::abs(product);
        }
      }
    }
  });
  return expected;
}

wb::Launch launch(const wb::Size& size, std::size_t local, std::size_t width, bool report) {
  // <launch>
  const std::size_t columns = round_up(size[1], width) / width;  // of work-items
  return {
      .kernel = "17_tuning/filter.cl",
      .entry = "filter",
      .options = fmt::format("-DWIDTH={} -DREPORT={:d}", width, report),
      .args = {as_int(size[1]), as_int(size[0]), as_int(pitch_of(size[1])), "picture", "f", "out"},
      .global = cl::NDRange(local ? round_up(columns, local) : columns, size[0]),
      .local = local ? cl::NDRange(local, 1) : cl::NullRange};
  // </launch>
}

// Sectors that a warp asks for in one row of the picture: its outputs, then the border, which is
// one vector further and so begins inside of a sector. From 8 floats on a lane has sectors of its
// own, and needs several requests for each.
double sectors_of_a_row(std::size_t width, const wb::LensModel& model) {
  const double floats = double(model.sector_bytes) / sizeof(float);
  const double row = double(model.lanes) * double(width) / floats;
  if (width == 1) return row + 4 * (row + 1);
  if (width == 2) return row + 2 * (row + 1);
  if (width == 4) return row + (row + 1);
  return 0;  // left to the count
}

wb::Variant at(std::size_t local, std::size_t width) {
  wb::Variant variant{.name = map_name(local, width),
                      .idea = "width outputs a work-item, pixels in registers",
                      .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
                        return {{launch(size, local, width, false)}};
                      },
                      .needs = [=](const wb::DeviceFacts& facts,
                                   const wb::Size&) { return needs_items(facts, local); }};
  if (width <= 4 && local == 64) {
    variant.predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
      const double warps = double(size[0]) * double(size[1]) / double(width) / model.lanes;
      return {{"global_load_sectors", warps * kFilterSide * sectors_of_a_row(width, model)}};
    };
  }
  if (local != 64) {
    const std::string why = "the kernel of " + map_name(64, width) + ", in other groups";
    variant.exempt = {{"race", why}, {"lens", why}};
  }
  return variant;
}

// The group that a driver forms when it is left to choose: the kernel tells.
std::string driver_choice(wb::Session& session, wb::PreparedProblem& prepared, std::size_t width) {
  const wb::Size& size = prepared.problem().size;
  wb::Launch asked = launch(size, 0, width, true);
  cl::Kernel kernel = session.kernel(asked.kernel, asked.entry, asked.options);
  const cl::Buffer out(session.context(), CL_MEM_WRITE_ONLY, size[0] * size[1] * sizeof(float));
  kernel.setArg(0, as_int(size[1]));
  kernel.setArg(1, as_int(size[0]));
  kernel.setArg(2, as_int(pitch_of(size[1])));
  kernel.setArg(3, prepared.device_input(session, prepared.problem().input("picture")));
  kernel.setArg(4, prepared.device_input(session, prepared.problem().input("f")));
  kernel.setArg(5, out);
  session.queue().enqueueNDRangeKernel(kernel, cl::NullRange, asked.global, asked.local);
  float told = 0;
  session.queue().enqueueReadBuffer(out, CL_TRUE, 0, sizeof told, &told);
  const int packed = static_cast<int>(told);
  return fmt::format("{} x {}", packed % 4096, packed / 4096);
}

}  // namespace

wb::Experiment filter_map() {
  wb::Experiment experiment;
  experiment.name = "filter";
  experiment.dimensions = {"rows", "columns"};
  experiment.make = make_picture;
  experiment.reference = filtered;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double pixels = double(size[0]) * double(size[1]);
    return {2 * double(kFilterSide * kFilterSide) * pixels, 2 * pixels * sizeof(float)};
  };
  for (const std::size_t width : kWidths) {
    for (const std::size_t local : kLocals) experiment.variants.push_back(at(local, width));
    experiment.variants.push_back(at(0, width));
  }
  experiment.baseline = map_name(0, 1);
  experiment.default_size = {256, 4096};
  experiment.gpu_size = {4096, 8192};
  experiment.lens_size = {4, 1024};
  experiment.race_sizes = {{3, 37}};
  experiment.test_sizes = {{1, 1}, {3, 67}};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

void report_map(wb::Chapter& chapter, const wb::Experiment& experiment) {
  if (!chapter.options().only_variant.empty()) return;
  std::vector<wb::Row*> rows;
  double best = 0;
  for (wb::Row& row : chapter.document().rows) {
    if (row.experiment != experiment.name || !row.time) continue;
    rows.push_back(&row);
    if (best == 0 || row.time->median_ms < best) best = row.time->median_ms;
  }
  const auto find = [&](std::size_t local, std::size_t width) -> wb::Row* {
    for (wb::Row* row : rows) {
      if (row->variant == map_name(local, width)) return row;
    }
    return nullptr;
  };
  chapter.print("\nTime over the best of the map; across: outputs a work-item, down: the group:\n");
  std::vector<std::string> heading = {"work-items"};
  for (const std::size_t width : kWidths) heading.push_back(type_name(width));
  wb::Table table(heading);
  for (const std::size_t local : {32, 64, 128, 256, 0}) {
    std::vector<std::string> cells = {local ? fmt::format("{} x 1", local) : "driver's choice"};
    for (const std::size_t width : kWidths) {
      wb::Row* row = find(local, width);
      if (row) row->extra["map"] = {{"over_best", row->time->median_ms / best}};
      cells.push_back(row ? fmt::format("{:.2f}", row->time->median_ms / best) : "–");
    }
    table.add(std::move(cells));
  }
  chapter.print("{}", table.str());
  wb::PreparedProblem prepared(experiment, chapter.size_of(experiment), wb::DataKind::kIntegers, 1);
  std::string text;
  for (const std::size_t width : kWidths) {
    wb::Row* row = find(0, width);
    if (!row) continue;
    const std::string chosen = driver_choice(chapter.session(), prepared, width);
    row->extra["map"]["group"] = chosen;
    text += fmt::format("{}{} for {}", text.empty() ? "" : ", ", chosen, type_name(width));
  }
  chapter.print("The driver chose groups of {}.\n", text);
}

}  // namespace chapters
