// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <cmath>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr double kTerms = 11;  // the polynomial in the starter has as many coefficients

wb::Problem make_arguments(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("x", wb::Type::kFloat, {size.at(0)})};
  wb::fill(problem.inputs[0], kind, seed);
  const auto x = problem.inputs[0].as<float>();
  // From where exp(x) is all but a subnormal to where it overflows; integers stay small.
  constexpr float kMost = 100, kLeast = -80;
  if (kind != wb::DataKind::kIntegers) {
    for (float& each : x) {
      if (std::isfinite(each) && std::abs(each) > 0x1p-100f) {
        each *= each > 0 ? kMost : -kLeast;
      }
    }
  }
  problem.outputs = {wb::Array("y", wb::Type::kFloat, {size[0]})};
  return problem;
}

// <reference>
wb::Expected softplus(const wb::Problem& problem, std::size_t) {
  wb::Expected expected;
  for (const float x : problem.input("x").as<float>()) {
    expected.value.push_back(std::fmax(x, 0.0f) + std::log1p(std::exp(-std::abs(double(x)))));
    if (std::isnan(x)) expected.value.back() = x;
  }
  expected.tolerance = wb::roundings(8);  // 4 ulp of the smallest number of a binade
  return expected;
}
// </reference>

}  // namespace

wb::Experiment softplus_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"n"};
  exercise.make = make_arguments;
  exercise.reference = softplus;
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {2 * (kTerms + 4) * double(size[0]), 8 * double(size[0])};
  };
  exercise.variants = {{.name = "yours",
                        .idea = "log(1 + exp(x)) with one special function and no division",
                        .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
                          return {{{.kernel = wb::kExerciseFile,
                                    .entry = "softplus",
                                    .options = "",
                                    .args = {cl_uint(as_int(size[0])), "x", "y"},
                                    .global = cl::NDRange(round_up(size[0], kLocal)),
                                    .local = cl::NDRange(kLocal)}}};
                        },
                        // <contract>
                        .at_most = [](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
                          const double n = double(size[0]);
                          return {{"flops_special", n},
                                  {"flops_div", 0},
                                  {"flops_fma", (kTerms + 1) * n},
                                  {"flops_mul", 6 * n},
                                  {"flops_add", 4 * n}};
                        }}};
  // </contract>
  exercise.default_size = {1 << 16};
  exercise.lens_size = {256};
  exercise.race_sizes = {{1}, {65}};
  exercise.test_sizes = {{1}, {63}, {64}, {65}, {1000}, {4099}};
  return exercise;
}

}  // namespace chapters
