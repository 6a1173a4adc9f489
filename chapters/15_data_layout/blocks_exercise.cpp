// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "15_data_layout/data_layout.hpp"
#include "wb/exercise.hpp"

namespace chapters {
using wb::round_up;

namespace {

constexpr std::size_t kWords = 8, kBlock = 32;  // floats a particle, particles a block

}  // namespace

wb::Experiment layout_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"particles"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("aos", wb::Type::kFloat, {size.at(0), kWords})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("blocks", wb::Type::kFloat,
                                 {round_up(size[0], kBlock) / kBlock, kWords, kBlock},
                                 CL_MEM_WRITE_ONLY)};
    return problem;
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const auto aos = problem.input("aos").as<float>();
    wb::Expected expected;
    expected.value.assign(problem.outputs[0].count(), 0.0);
    for (std::size_t i = 0; i < aos.size(); ++i) {
      const std::size_t particle = i / kWords, field = i % kWords;
      expected.value[(particle / kBlock * kWords + field) * kBlock + particle % kBlock] = aos[i];
    }
    return expected;
  };
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2.0 * kWords * sizeof(float) * double(size[0])};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "structures of eight floats into blocks of 32",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "into_blocks",
                   .options = "",
                   .args = {cl_uint(size[0]), "aos", "blocks"},
                   .global = cl::NDRange(round_up(size[0], kBlock) * kWords),
                   .local = cl::NDRange(kBlock * kWords)}}};
       },
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         // Every byte once, in whole sectors, and one pass through the banks for 32 words.
         const double floats = double(round_up(size[0], kBlock) * kWords);
         const double whole = floats * sizeof(float) / model.sector_bytes;
         return {{"global_load_sectors", whole},
                 {"global_store_sectors", whole},
                 {"local_store_wavefronts", floats / model.lanes},
                 {"local_load_wavefronts", floats / model.lanes}};
       }}};
  exercise.default_size = {1 << 16};
  exercise.lens_size = {128};
  exercise.race_sizes = {{1}, {32}, {33}, {64}};
  exercise.test_sizes = {{1}, {31}, {32}, {33}, {100}, {257}};
  return exercise;
}

}  // namespace chapters
