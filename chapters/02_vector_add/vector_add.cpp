// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "02_vector_add/vector_add.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "wb/session.hpp"

namespace chapters {
namespace {

using wb::Array, wb::as_int, wb::round_up, wb::Type;

constexpr std::size_t kGroup = 256;              // work-items in a work-group
constexpr std::size_t kGroupX = 8, kGroupY = 4;  // of the 2D range
// Neighbours touch neighbours: every sector that moves is full. Two operands in, one result out.
wb::Traffic whole_sectors(const wb::Size& size, const wb::LensModel& model) {
  const double bytes = 4.0 * static_cast<double>(size[0]);
  return {{"global_load_sectors", 2 * bytes / model.sector_bytes},
          {"global_store_sectors", bytes / model.sector_bytes}};
}

constexpr const char* kNoStreaming =
    "streaming stores are a builtin of Clang, which pocl compiles with; this device has its own "
    "compiler";

bool streams(const wb::DeviceFacts& facts) {
  return facts.pocl || facts.simulator;
}

// <guarded>
// The global size must be a multiple of the local one: n is rounded up, the kernel guards the rest.
wb::Variant guarded() {
  return {.name = "guarded",
          .idea = "one element a work-item, any n",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "02_vector_add/guarded.cl",
                      .entry = "vector_add",
                      .options = "",
                      .args = {as_int(size[0]), "a", "b", "c"},
                      .global = cl::NDRange(round_up(size[0], kGroup)),
                      .local = cl::NDRange(kGroup)}}};
          },
          .predict = whole_sectors};
}
// </guarded>

wb::Variant unguarded() {
  return {.name = "unguarded",
          .idea = "the same without the guard, where n is a multiple of the work-group",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "02_vector_add/unguarded.cl",
                      .entry = "vector_add_unguarded",
                      .options = "",
                      .args = {"a", "b", "c"},
                      .global = cl::NDRange(size[0]),
                      .local = cl::NDRange(kGroup)}}};
          },
          .needs = [](const wb::DeviceFacts&, const wb::Size& size) -> std::string {
            if (size[0] % kGroup == 0) return "";
            return fmt::format("without a guard n must be a multiple of {}, and {} is not", kGroup,
                               size[0]);
          },
          .predict = whole_sectors,
          .predicted_gain = [](const wb::Size&) { return 1.0; }};
}

// <vectors>
// `floats` elements a work-item, and one work-item more for what is left.
wb::Plan vectors(const std::string& file, const std::string& entry, std::size_t n,
                 std::size_t floats) {
  return {{{.kernel = file,
            .entry = entry,
            .options = "",
            .args = {as_int(n), "a", "b", "c"},
            .global = cl::NDRange(round_up(n / floats + 1, kGroup)),
            .local = cl::NDRange(kGroup)}}};
}
// </vectors>

wb::Variant float4() {
  return {.name = "float4",
          .idea = "four elements a work-item",
          .plan =
              [](const wb::Size& size, const wb::DeviceFacts&) {
                return vectors("02_vector_add/float4.cl", "vector_add_float4", size[0], 4);
              },
          .predict = whole_sectors,
          .predicted_gain = [](const wb::Size&) { return 1.0; }};
}

wb::Variant streaming16() {
  return {.name = "float16 streaming",
          .idea = "four vectors of sixteen a work-item, stored past the caches",
          .plan =
              [](const wb::Size& size, const wb::DeviceFacts&) {
                return vectors("02_vector_add/streaming16.cl", "vector_add_streaming16", size[0],
                               16);
              },
          .needs = [](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
            return streams(facts) ? "" : kNoStreaming;
          },
          // An ordinary store reads the line first: 16 bytes move for an element, not 12.
          .predicted_gain = [](const wb::Size&) { return 16.0 / 12; }};
}

wb::Variant copy(const std::string& name, int width, int vectors, bool streaming) {
  wb::Variant variant{
      .name = name,
      .idea = "each element once in, once out",
      .plan = [width, vectors, streaming](const wb::Size& size,
                                          const wb::DeviceFacts&) -> wb::Plan {
        return {{{.kernel = "02_vector_add/copy.cl",
                  .entry = "copy",
                  .options = fmt::format("-DWIDTH={} -DVECTORS={} -DSTREAMING={:d}", width, vectors,
                                         streaming),
                  .args = {as_int(size[0]), "in", "out"},
                  .global = cl::NDRange(round_up(size[0] / (width * vectors) + 1, kGroup)),
                  .local = cl::NDRange(kGroup)}}};
      }};
  if (streaming) {
    variant.needs = [](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
      return streams(facts) ? "" : kNoStreaming;
    };
  }
  return variant;
}

// Judges a large output without an array of doubles beside it; names faults through compare().
std::optional<wb::Verdict> judge_in_parallel(const Array& got,
                                             const std::function<float(std::size_t)>& expected) {
  std::atomic<bool> same = true;
  wb::parallel_for(got.count(), [&](std::size_t begin, std::size_t end) {
    const auto values = got.as<float>();
    for (std::size_t i = begin; i < end; ++i) {
      if (!(values[i] == expected(i))) {
        same = false;
        return;
      }
    }
  });
  if (!same) return std::nullopt;  // element by element, with every class of number
  return wb::Verdict{};
}

}  // namespace

wb::Experiment vector_add() {
  wb::Experiment experiment;
  experiment.name = "add";
  experiment.dimensions = {"n"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {Array("a", Type::kFloat, size), Array("b", Type::kFloat, size)};
    wb::fill(problem.inputs[0], kind, seed);
    wb::fill(problem.inputs[1], kind, seed + 1);
    problem.outputs = {Array("c", Type::kFloat, size, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    expected.tolerance = wb::roundings(1);
    expected.value.resize(problem.size[0]);
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      expected.value[i] = problem.input("a").value(i) + problem.input("b").value(i);
    }
    return expected;
  };
  experiment.check = [](const wb::Problem& problem, const std::vector<Array>& outputs) {
    const auto a = problem.input("a").as<float>(), b = problem.input("b").as<float>();
    return judge_in_parallel(outputs[0], [&](std::size_t i) { return a[i] + b[i]; });
  };
  experiment.work = [](const wb::Size& size) {
    return wb::Work{.flops = 0, .bytes = 12.0 * static_cast<double>(size[0])};
  };
  experiment.variants = {guarded(), unguarded(), float4(), streaming16()};
  experiment.baseline = "guarded";
  experiment.default_size = {std::size_t{1} << 24};
  experiment.gpu_size = {std::size_t{1} << 26};
  experiment.lens_size = {4096};
  experiment.race_sizes = {{1}, {15}, {255}, {256}, {257}};
  experiment.test_sizes = {{1},  {3},   {4},   {63},  {64},  {65},   {15},   {16},
                           {17}, {100}, {255}, {256}, {257}, {1000}, {4096}, {65537}};
  return experiment;
}

wb::Experiment vector_copy() {
  wb::Experiment experiment = vector_add();
  experiment.name = "copy";
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {Array("in", Type::kFloat, size)};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {Array("out", Type::kFloat, size, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    expected.value.resize(problem.size[0]);
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      expected.value[i] = problem.input("in").value(i);
    }
    return expected;
  };
  experiment.check = [](const wb::Problem& problem, const std::vector<Array>& outputs) {
    const auto in = problem.input("in").as<float>();
    return judge_in_parallel(outputs[0], [&](std::size_t i) { return in[i]; });
  };
  experiment.work = [](const wb::Size& size) {
    return wb::Work{.flops = 0, .bytes = 8.0 * static_cast<double>(size[0])};
  };
  experiment.variants = {copy("plain", 4, 1, false), copy("streaming", 16, 4, true)};
  experiment.baseline = "plain";
  return experiment;
}

wb::Experiment work_item_ids() {
  wb::Experiment experiment;
  experiment.name = "ids";
  experiment.dimensions = {"height", "width"};
  experiment.make = [](const wb::Size& size, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.outputs = {Array("ids", Type::kInt,
                             {round_up(size[0], kGroupY), round_up(size[1], kGroupX), 6},
                             CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    const std::size_t height = problem.outputs[0].shape[0], width = problem.outputs[0].shape[1];
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        for (const std::size_t id : {x / kGroupX, x % kGroupX, x, y / kGroupY, y % kGroupY, y}) {
          expected.value.push_back(static_cast<double>(id));
        }
      }
    }
    return expected;
  };
  experiment.work = [](const wb::Size& size) {
    return wb::Work{.flops = 0, .bytes = 24.0 * static_cast<double>(size[0] * size[1])};
  };
  // <ids>
  experiment.variants = {
      {.name = "8 x 4",
       .idea = "a 2D range in work-groups of 8 by 4",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = "02_vector_add/ids.cl",
                   .entry = "write_ids",
                   .options = "",
                   .args = {"ids"},
                   .global = cl::NDRange(round_up(size[1], kGroupX), round_up(size[0], kGroupY)),
                   .local = cl::NDRange(kGroupX, kGroupY)}}};
       }}};
  // </ids>
  experiment.default_size = experiment.lens_size = {8, 32};
  experiment.race_sizes = {{4, 8}, {8, 16}};
  experiment.test_sizes = {{1, 1}, {4, 8}, {8, 32}, {13, 29}};
  return experiment;
}

wb::Experiment complex_product_exercise() {
  constexpr std::size_t kItems = 1024;  // in all, whatever n is
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"n"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {Array("z", Type::kFloat, {size[0], 2}),
                      Array("w", Type::kFloat, {size[0], 2})};
    wb::fill(problem.inputs[0], kind, seed);
    wb::fill(problem.inputs[1], kind, seed + 1);
    problem.outputs = {Array("z", Type::kFloat, {size[0], 2}, CL_MEM_READ_WRITE)};
    return problem;
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const auto z = problem.input("z").as<float>(), w = problem.input("w").as<float>();
    wb::Expected expected;
    expected.tolerance = problem.kind == wb::DataKind::kIntegers ? 0 : wb::roundings(3);
    for (std::size_t i = 0; i < z.size(); i += 2) {
      const double re = z[i], im = z[i + 1], wre = w[i], wim = w[i + 1];
      expected.value.insert(expected.value.end(), {re * wre - im * wim, re * wim + im * wre});
      expected.scale.insert(expected.scale.end(), {std::abs(re * wre) + std::abs(im * wim),
                                                   std::abs(re * wim) + std::abs(im * wre)});
    }
    return expected;
  };
  exercise.work = [](const wb::Size& size) {
    return wb::Work{6.0 * static_cast<double>(size[0]), 24.0 * static_cast<double>(size[0])};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "complex numbers multiplied in place",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "complex_product",
                   .options = "",
                   .args = {as_int(size[0]), "z", "w"},
                   .global = cl::NDRange(kItems),
                   .local = cl::NDRange(kGroup)}}};
       },
       // <contract>
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double sectors = 8.0 * static_cast<double>(size[0]) / model.sector_bytes;
         return {{"global_load_sectors", 2 * sectors}, {"global_store_sectors", sectors}};
       }}};
  // </contract>
  exercise.default_size = {std::size_t{1} << 20};
  exercise.lens_size = {4096};
  exercise.race_sizes = {{1}, {300}, {2500}};
  exercise.test_sizes = {{1}, {255}, {1024}, {1025}, {4096}, {5001}};
  return exercise;
}

}  // namespace chapters
