// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "13_divergence/divergence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kItems = 256;  // of a group
constexpr std::size_t kSteps = 256;  // multiply-adds of a heavy body

std::string file(const char* name) {
  return std::string("13_divergence/") + name;
}

std::string needs_group(const wb::DeviceFacts& facts, const wb::Size&) {
  return needs_items(facts, kItems);
}

wb::Launch over(const char* kernel, const char* entry, std::string options, std::size_t n,
                std::size_t work_items) {
  return {.kernel = file(kernel),
          .entry = entry,
          .options = std::move(options),
          .args = {as_int(n), "in", "out"},
          .global = cl::NDRange(round_up(work_items, kItems)),
          .local = cl::NDRange(kItems)};
}

wb::Problem make_elements(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kFloat, {size.at(0)})};
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0]})};
  wb::fill(problem.inputs[0], kind, seed);
  return problem;
}

// c (1 + x + x^2 + ... + x^steps), as v = v * x + c computes it, and the same of magnitudes.
struct Series {
  double value, scale;
};

double geometric(double c, double x, std::size_t steps) {
  if (std::isinf(x)) return x < 0 && steps % 2 == 1 ? x : std::abs(x);
  return c * (1 - std::pow(x, double(steps + 1))) / (1 - x);
}

Series series(double c, double x, std::size_t steps) {
  return {geometric(c, x, steps), geometric(c, std::abs(x), steps)};
}

wb::Expected expected_of(const wb::Problem& problem,
                         const std::function<Series(std::size_t, double)>& of) {
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  expected.value.resize(in.size());
  expected.scale.resize(in.size());
  wb::parallel_for(in.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Series s = of(i, 0.25 * double(in[i]));
      expected.value[i] = s.value;
      expected.scale[i] = s.scale;
    }
  });
  // |x| is at most 3/4, so a rounding of step k has shrunk by x^(steps - k) at the end: the sum of
  // all of them is a few roundings of the scale, not one for each step.
  expected.tolerance = wb::roundings(32);
  return expected;
}

wb::Expected expected_parity(const wb::Problem& problem, std::size_t steps) {
  return expected_of(problem, [=](std::size_t i, double x) {
    return i % 2 == 0 ? series(0.5, x, steps) : series(0.75, x * x, steps);
  });
}

wb::Experiment elementwise(const char* name, std::size_t flops) {
  wb::Experiment experiment;
  experiment.name = name;
  experiment.dimensions = {"n"};
  experiment.make = make_elements;
  experiment.work = [flops](const wb::Size& size) -> wb::Work {
    return {double(flops) * double(size[0]), 8 * double(size[0])};
  };
  experiment.default_size = {1 << 14};
  experiment.gpu_size = {1 << 24};
  experiment.lens_size = {2048};
  experiment.race_sizes = {{1}, {300}, {1030}};
  experiment.test_sizes = {{1}, {2}, {255}, {256}, {257}, {511}, {512}, {1000}, {100003}};
  return experiment;
}

double sectors(double floats, const wb::LensModel& model) {
  return std::ceil(floats * sizeof(float) / model.sector_bytes);
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// Even and odd

// <parity>
wb::Variant parity_variant(Parity way, std::size_t steps) {
  struct Way {
    const char *name, *idea;
    double gain;     // over the branch, if instructions are the limit
    double stretch;  // sectors over the fewest
  };
  static constexpr Way kWays[] = {
      {"branch", "if (i % 2 == 0) in every work-item", 1, 1},
      {"both, select", "every work-item computes both and keeps one", 1, 1},
      {"two kernels", "one launch for the even elements, one for the odd", 2, 2},
      {"by work-group", "even groups take even elements, odd groups odd ones", 2, 2},
      {"by half a group", "the first warps of a group take even elements, the last odd ones", 2,
       2}};
  const Way it = kWays[static_cast<int>(way)];
  const std::string options = fmt::format("-DSTEPS={}", steps);
  return {.name = it.name,
          .idea = it.idea,
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t n = size[0], half = (n + 1) / 2;
            switch (way) {
              case Parity::kBranch:
                return {{over("branch.cl", "parity_branch", options, n, n)}};
              case Parity::kBoth:
                return {{over("both.cl", "parity_both", options, n, n)}};
              case Parity::kTwoKernels:
                return {{over("two_kernels.cl", "parity_even", options, n, half),
                         over("two_kernels.cl", "parity_odd", options, n, half)}};
              case Parity::kGroups:  // always an even number of groups
                return {{over("groups.cl", "parity_groups", options, n, round_up(n, 2 * kItems))}};
              default:
                return {{over("halves.cl", "parity_halves", options, n, n)}};
            }
          },
          .needs = needs_group,
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double n = double(size[0]);
            // A body this short is cheaper than a branch: the compiler has both computed.
            const bool both = way == Parity::kBoth || steps == 1;
            wb::Traffic traffic = {{"global_load_requests", n / model.lanes},
                                   {"global_load_sectors", it.stretch * sectors(n, model)},
                                   {"global_store_sectors", it.stretch * sectors(n, model)},
                                   {"flops_fma", (both ? 2 : 1) * n * double(steps)}};
            if (way != Parity::kBranch || both) traffic["simt_efficiency"] = 1;
            return traffic;
          },
          .predicted_gain = [=](const wb::Size&) { return it.gain; },
          .reference = [=](const wb::Problem& problem,
                           std::size_t) { return expected_parity(problem, steps); }};
}
// </parity>

wb::Experiment parity() {
  wb::Experiment experiment = elementwise("parity", 2 * kSteps);
  experiment.variants = {
      parity_variant(Parity::kBranch, kSteps), parity_variant(Parity::kBoth, kSteps),
      parity_variant(Parity::kTwoKernels, kSteps), parity_variant(Parity::kGroups, kSteps),
      parity_variant(Parity::kHalves, kSteps)};
  return experiment;
}

wb::Experiment short_bodies() {
  wb::Experiment experiment = elementwise("short bodies", 0);
  for (const std::size_t steps : {1, 4, 16, 64}) {
    for (const Parity way : {Parity::kBranch, Parity::kHalves}) {
      wb::Variant variant = parity_variant(way, steps);
      variant.name += fmt::format(", {} step{}", steps, steps == 1 ? "" : "s");
      variant.predicted_gain = nullptr;
      experiment.variants.push_back(variant);
    }
  }
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// More ways than two

wb::Experiment ways() {
  wb::Experiment experiment = elementwise("ways", 2 * kSteps);
  const auto variant = [](std::string name, std::size_t ways, bool one_body) -> wb::Variant {
    return {.name = std::move(name),
            .idea = "lanes of one warp take this many ways",
            .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
              const std::string options =
                  fmt::format("-DWAYS={} -DSTEPS={} -DONE_BODY={}", ways, kSteps, int(one_body));
              return {{over("ways.cl", "ways", options, size[0], size[0])}};
            },
            .needs = needs_group,
            .predict = [=](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
              return {{"flops_fma", double(size[0]) * double(kSteps)}};
            },
            .predicted_gain = [=](const wb::Size&) { return 1 / double(ways); },
            .reference =
                [=](const wb::Problem& problem, std::size_t) {
                  return expected_of(problem, [=](std::size_t i, double x) {
                    return series(0.5 + double(i % ways) / 64, x, kSteps);
                  });
                }};
  };
  for (std::size_t ways = 1; ways <= 32; ways *= 2) {
    experiment.variants.push_back(variant(fmt::format("ways {}", ways), ways, false));
  }
  experiment.variants.push_back(variant("32 ways, one body", 32, true));
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// Light bodies

namespace {

wb::Expected expected_light(const wb::Problem& problem, std::size_t) {
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  for (const float x : in) expected.value.push_back(x > 0 ? double(x) : 0.125 * double(x));
  return expected;  // a multiplication by a power of two is exact
}

wb::Variant light_variant(const char* name, const char* idea, const char* kernel, const char* entry,
                          const std::string& options) {
  return {.name = name,
          .idea = idea,
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{over(kernel, entry, options, size[0], size[0])}};
          },
          .needs = needs_group,
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"simt_efficiency", 1},
                    {"global_load_sectors", sectors(double(size[0]), model)},
                    {"global_store_sectors", sectors(double(size[0]), model)}};
          },
          .predicted_gain = [](const wb::Size&) { return 1.0; }};
}

}  // namespace

wb::Experiment light() {
  wb::Experiment experiment = elementwise("light", 0);
  experiment.reference = expected_light;
  experiment.variants = {
      light_variant("if, else", "two stores to one variable", "light.cl", "light", "-DFORM=0"),
      light_variant("? :", "the conditional operator", "light.cl", "light", "-DFORM=1"),
      light_variant("select", "the built-in function", "light.cl", "light", "-DFORM=2")};
  experiment.default_size = {1 << 20};
  experiment.gpu_size = {1 << 26};
  return experiment;
}

// <blends>
wb::Experiment blends() {
  wb::Experiment experiment = light();
  experiment.name = "blend";
  experiment.variants = {
      light_variant("select", "one of two values", "light.cl", "light", "-DFORM=2"),
      light_variant("blend", "m * a + (1 - m) * b", "blend.cl", "blend", "")};
  // Finite numbers only: with infinities the blend is wrong, which tests/chapters holds it to.
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}
// </blends>

// ---------------------------------------------------------------------------------------------

wb::Experiment select_rules() {
  wb::Experiment experiment;
  experiment.name = "select rules";
  experiment.dimensions = {"unused"};
  experiment.make = [](const wb::Size&, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.inputs = {wb::Array("c", wb::Type::kInt, {4})};
    const auto c = problem.inputs[0].as<std::int32_t>();
    std::ranges::copy(std::initializer_list<std::int32_t>{0, 1, 0x7fffffff, -1}, c.begin());
    problem.outputs = {wb::Array("out", wb::Type::kInt, {18})};
    return problem;
  };
  experiment.reference = [](const wb::Problem&, std::size_t) -> wb::Expected {
    // <expected>
    return {{0, 1, 1, 1,     // scalars: whatever is not zero
             0, 0, 0, 1,     // select of vectors: the top bit, so 1 and 0x7fffffff are false
             0, 0, 0, 1,     // ?: of vectors: the same
             0, -1, -1, -1,  // a comparison of vectors is -1 where it holds
             1,              // and of scalars 1
             -1},            // select(a, b, c) is c ? b : a
            {},
            0};
    // </expected>
  };
  experiment.work = [](const wb::Size&) -> wb::Work { return {0, 22 * 4}; };
  experiment.variants = {{.name = "rules",
                          .idea = "every rule a number",
                          .plan = [](const wb::Size&, const wb::DeviceFacts&) -> wb::Plan {
                            return {{{.kernel = file("select_rules.cl"),
                                      .entry = "select_rules",
                                      .options = "",
                                      .args = {"c", "out"},
                                      .global = cl::NDRange(1),
                                      .local = cl::NDRange(1)}}};
                          }}};
  experiment.default_size = experiment.lens_size = {1};
  experiment.race_sizes = experiment.test_sizes = {{1}};
  experiment.test_data = {wb::DataKind::kIntegers};
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// Arguments, or built in

namespace {

constexpr std::size_t kTaps = 9;

wb::Problem make_window(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem = make_elements(size, kind, seed);
  problem.inputs.emplace_back("weights", wb::Type::kFloat, std::vector<std::size_t>{kTaps});
  const bool whole = kind == wb::DataKind::kIntegers;
  wb::fill(problem.inputs[1], whole ? kind : wb::DataKind::kUniform, seed + 1);
  return problem;
}

wb::Expected expected_window(const wb::Problem& problem, std::size_t) {
  const auto in = problem.input("in").as<float>(), weights = problem.input("weights").as<float>();
  const std::ptrdiff_t n = std::ssize(in);
  wb::Expected expected;
  expected.value.resize(in.size());
  expected.scale.resize(in.size());
  wb::parallel_for(in.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = 0; k < kTaps; ++k) {
        const std::ptrdiff_t at = std::ptrdiff_t(i + k) - std::ptrdiff_t(kTaps / 2);
        const double product =
            double(weights[k]) * in[std::clamp<std::ptrdiff_t>(at, 0, n - 1)];  // MODE 0
        expected.value[i] += product;
        expected.scale[i] += std::abs(product);
      }
    }
  });
  if (problem.kind != wb::DataKind::kIntegers) expected.tolerance = wb::roundings(2 * kTaps);
  return expected;
}

}  // namespace

wb::Experiment specialised() {
  wb::Experiment experiment = elementwise("arguments or -D", 2 * kTaps);
  experiment.make = make_window;
  experiment.reference = expected_window;
  const auto window = [](const char* name, const char* idea,
                         const std::string& options) -> wb::Variant {
    return {.name = name,
            .idea = idea,
            .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
              // <arguments>
              wb::Launch launch = over("specialise.cl", "window", options, size[0], size[0]);
              launch.args = {as_int(size[0]), as_int(kTaps), 0, "in", "weights", "out"};
              return {{launch}};
              // </arguments>
            },
            .needs = needs_group,
            .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
              const double warps = double(size[0]) / model.lanes;
              return {{"global_load_requests", 2 * warps * double(kTaps)}};
            }};
  };
  experiment.variants = {
      window("arguments", "length and border from the host", ""),
      window("border built in", "-DMODE=0", "-DMODE=0"),
      window("length built in", "-DTAPS=9", fmt::format("-DTAPS={}", kTaps)),
      window("both built in", "-DTAPS=9 -DMODE=0", fmt::format("-DTAPS={} -DMODE=0", kTaps))};
  experiment.default_size = {1 << 18};
  experiment.gpu_size = {1 << 26};
  experiment.test_sizes = {{1}, {2}, {8}, {9}, {255}, {256}, {257}, {10007}};
  return experiment;
}

}  // namespace chapters
