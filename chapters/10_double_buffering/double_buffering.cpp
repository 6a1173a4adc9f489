// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "10_double_buffering/double_buffering.hpp"

#include <cmath>

namespace chapters {

using wb::Array, wb::as_int;

namespace {

const RotateKernel kOne = {"10_double_buffering/rotate.cl", "rotate_samples", 1};
const RotateKernel kEight = {"10_double_buffering/rotate8.cl", "rotate_samples8", 8};

// <variant>
wb::Variant rotate_with(const RotateKernel& kernel, const std::string& name) {
  return {.name = name,
          .idea = "each sample turned by `work` steps",
          .plan = [kernel](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = kernel.file,
                      .entry = kernel.entry,
                      .options = "",
                      .args = {as_int(size[0]), as_int(size[1]), "in", "out"},
                      .global = cl::NDRange(kernel.work_items(size[0])),
                      .local = cl::NDRange(kRotateGroup)}}};
          }};
}
// </variant>

}  // namespace

Turn turn_of(std::size_t work) {
  constexpr double kCos = 0.99987793f, kSin = 0.015624364f;  // as the kernel has them
  Turn turn;
  for (std::size_t step = 0; step < work; ++step) {
    turn = {turn.x * kCos - turn.y * kSin, turn.x * kSin + turn.y * kCos};
  }
  return turn;
}

RotateKernel rotate_kernel(const wb::DeviceFacts& facts) {
  return facts.cpu ? kEight : kOne;
}

std::size_t RotateKernel::work_items(std::size_t n) const {
  // Where a work-item has several samples, one more takes what is left.
  return wb::round_up(samples == 1 ? n : n / samples + 1, kRotateGroup);
}

wb::Experiment rotate_samples() {
  wb::Experiment experiment;
  experiment.name = "chunk";
  experiment.dimensions = {"samples", "work"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {Array("in", wb::Type::kFloat, {size[0], 2})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {Array("out", wb::Type::kFloat, {size[0], 2}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    const Turn turn = turn_of(problem.size[1]);
    wb::Expected expected;
    expected.tolerance = wb::roundings(4.0 * static_cast<double>(problem.size[1]));
    const Array& in = problem.input("in");
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      const double x = in.value(2 * i), y = in.value(2 * i + 1);
      expected.value.push_back(x * turn.x - y * turn.y);
      expected.value.push_back(x * turn.y + y * turn.x);
      expected.scale.insert(expected.scale.end(), 2, std::abs(x) + std::abs(y));
    }
    return expected;
  };
  experiment.work = [](const wb::Size& size) {
    const auto samples = static_cast<double>(size[0]);
    return wb::Work{.flops = kFlopsPerStep * samples * static_cast<double>(size[1]),
                    .bytes = 2 * kBytesPerSample * samples};
  };
  experiment.variants = {rotate_with(kOne, "1 sample a work-item"),
                         rotate_with(kEight, "8 samples a work-item")};
  // <predict>
  // One sample a work-item: neighbours read neighbours, every byte of a sector is used.
  const auto whole_sectors = [](const wb::Size& size, const wb::LensModel& model) {
    return kBytesPerSample * static_cast<double>(size[0]) / model.sector_bytes;
  };
  experiment.variants[0].predict = [=](const wb::Size& size,
                                       const wb::LensModel& model) -> wb::Traffic {
    const double sectors = whole_sectors(size, model);
    return {{"global_load_sectors", sectors}, {"global_store_sectors", sectors}};
  };
  // Eight: lanes are 64 bytes apart, so each of the 16 loads takes a sector a lane for 4 bytes of
  // it.
  experiment.variants[1].predict = [=](const wb::Size& size,
                                       const wb::LensModel& model) -> wb::Traffic {
    const double sectors = whole_sectors(size, model) * model.sector_bytes / sizeof(float);
    return {{"global_load_sectors", sectors}, {"global_store_sectors", sectors}};
  };
  // </predict>
  experiment.default_size = {std::size_t{1} << 19, 8};
  experiment.gpu_size = {std::size_t{1} << 21, 2048};
  experiment.lens_size = {1024, 4};
  experiment.race_sizes = {{1, 1}, {127, 3}, {128, 2}, {129, 1}};
  experiment.test_sizes = {{1, 1}, {127, 5}, {128, 16}, {129, 64}, {1000, 7}, {4099, 1000}};
  // A NaN or an infinity turned step by step does not end where one turned at once does.
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

}  // namespace chapters
