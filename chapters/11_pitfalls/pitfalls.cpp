// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "11_pitfalls/pitfalls.hpp"

#include <fmt/core.h>

#include <cmath>
#include <iterator>

#include "wb/error.hpp"

namespace chapters {

wb::Experiment twins(const Twins& both) {
  wb::Experiment experiment;
  experiment.name = both.name;
  experiment.dimensions = {"n"};
  experiment.make = [both](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    const auto shape = [n = size[0]](std::vector<std::size_t> extents) {
      for (std::size_t& extent : extents) extent = extent == 0 ? n : extent;
      return extents;
    };
    wb::Problem problem;
    problem.inputs.emplace_back("in", wb::Type::kFloat, shape(both.in_shape));
    fill(problem.inputs[0], kind, seed);
    std::vector<std::size_t> out = shape(both.out_shape);
    if (both.per_group != 0) out = {wb::round_up(size[0], both.per_group) / both.per_group};
    problem.outputs.emplace_back("out", both.counts ? wb::Type::kInt : wb::Type::kFloat, out,
                                 CL_MEM_READ_WRITE);
    if (both.counts) problem.inputs.push_back(problem.outputs[0]);  // zeros, counted in place
    return problem;
  };
  experiment.reference = [both](const wb::Problem& problem, std::size_t) {
    std::vector<double> in;
    double magnitudes = 1;
    for (std::size_t i = 0; i < problem.inputs[0].count(); ++i) {
      in.push_back(problem.inputs[0].value(i));
      magnitudes += std::fabs(in.back());
    }
    wb::Expected expected{both.reference(in, problem.size[0]), {}, wb::roundings(both.roundings)};
    if (both.roundings > 0) expected.scale.assign(expected.value.size(), magnitudes);
    return expected;
  };
  experiment.work = [](const wb::Size& size) {
    return wb::Work{double(size[0]), 2.0 * sizeof(cl_float) * double(size[0])};
  };
  for (const bool broken : {true, false}) {
    experiment.variants.push_back(
        {.name = broken ? "broken" : "fixed",
         .idea = broken ? "wrong on purpose" : "mended",
         .plan = [both, broken](const wb::Size& size, const wb::DeviceFacts& device) -> wb::Plan {
           return {{both.launch(broken, size[0], device)}};
         }});
  }
  experiment.baseline = "fixed";
  experiment.default_size = {both.sizes.back()};
  for (const std::size_t n : both.sizes) experiment.test_sizes.push_back({n});
  experiment.race_sizes = {{both.race_size}};
  experiment.lens_size = {32};
  if (both.load_sectors > 0) {
    experiment.variants[1].predict = [both](const wb::Size&, const wb::LensModel&) -> wb::Traffic {
      return {{"global_load_sectors", both.load_sectors}};
    };
  }
  experiment.test_data = {both.data, wb::DataKind::kIntegers};
  return experiment;
}

const std::vector<Pitfall>& pitfalls() {
  static const std::vector<Pitfall> kAll = [] {
    std::vector<Pitfall> all;
    for (std::vector<Pitfall> part : {kernel_pitfalls(), launch_pitfalls(), host_pitfalls()}) {
      std::move(part.begin(), part.end(), std::back_inserter(all));
    }
    return all;
  }();
  return kAll;
}

const Pitfall& find_pitfall(const std::string& name) {
  std::string names;
  for (const Pitfall& pitfall : pitfalls()) {
    if (pitfall.name == name) return pitfall;
    names += "\n  " + pitfall.name;
  }
  throw wb::UsageError(fmt::format("no pitfall is named \"{}\"; there are:{}", name, names));
}

std::vector<wb::Experiment> pitfall_experiments(bool broken_too) {
  std::vector<wb::Experiment> experiments;
  for (const Pitfall& pitfall : pitfalls()) {
    if (!pitfall.experiment) continue;
    experiments.push_back(*pitfall.experiment);
    if (!broken_too) experiments.back().variants.erase(experiments.back().variants.begin());
  }
  return experiments;
}

}  // namespace chapters
