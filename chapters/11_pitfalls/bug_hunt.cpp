// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "11_pitfalls/pitfalls.hpp"
#include "wb/session.hpp"

namespace chapters {

wb::Experiment pitfall_exercise() {
  constexpr std::size_t kTile = 16;
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"rows", "cols"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs.emplace_back("in", wb::Type::kFloat, size);
    fill(problem.inputs[0], kind, seed);
    problem.outputs.emplace_back("out", wb::Type::kFloat, size, CL_MEM_WRITE_ONLY);
    return problem;
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const std::size_t cols = problem.size[1];
    const auto in = problem.input("in").as<float>();
    wb::Expected expected{std::vector<double>(in.size()), std::vector<double>(in.size(), 3),
                          wb::roundings(4)};
    for (std::size_t i = 0; i < in.size(); ++i) {
      for (std::size_t back = 0; back <= std::min<std::size_t>(i % cols, 2); ++back) {
        expected.value[i] += double(in[i - back]);
      }
    }
    return expected;
  };
  exercise.work = [](const wb::Size& size) {
    const double elements = double(size[0]) * double(size[1]);
    return wb::Work{2 * elements, 2 * sizeof(cl_float) * elements};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "each element and the two before it",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {
             {{.kernel = wb::kExerciseFile,
               .entry = "smooth",
               .options = "",
               .args = {wb::as_int(size[0]), wb::as_int(size[1]), "in", "out"},
               .global = cl::NDRange(wb::round_up(size[1], kTile), wb::round_up(size[0], kTile)),
               .local = cl::NDRange(kTile, kTile)}}};
       },
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         // Whole tiles: each row once, and a sector more for each halo.
         const double row = double(size[1]) * sizeof(cl_float) / model.sector_bytes;
         const double halos = double(size[1]) / kTile - 1;
         return {{"global_load_sectors", double(size[0]) * (row + halos)}};
       }}};
  exercise.baseline = "yours";
  exercise.default_size = {64, 64};
  exercise.lens_size = {64, 64};
  exercise.race_sizes = {{16, 32}, {5, 18}};
  exercise.test_sizes = {{1, 1}, {16, 16}, {17, 33}, {40, 7}};
  exercise.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return exercise;
}

}  // namespace chapters
