// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "08_reduction/reduction.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "08_reduction/host_sums.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kItems = 256;   // of a group, where it is more than one
constexpr std::size_t kPerItem = 16;  // elements that a walking work-item should have at least
constexpr std::size_t kLanes = 128;   // accumulators of a work-item in the CPU's shape
constexpr std::size_t kCpuGroups = 512;

std::string file(const char* name) {
  return std::string("08_reduction/") + name;
}

std::size_t parts(std::size_t n, std::size_t step) {
  return (n + step - 1) / step;
}

cl_uint as_uint(std::size_t n) {
  return static_cast<cl_uint>(as_int(n));
}

std::string needs_group(const wb::DeviceFacts& facts, const wb::Size&) {
  return needs_items(facts, kItems);
}

// A single work-item of a GPU waits for every load; minutes of that teach nothing.
std::string needs_patience(const wb::DeviceFacts& facts, const wb::Size& size) {
  constexpr std::size_t kMost = 1 << 24;
  if (facts.cpu || size[0] <= kMost) return "";
  return fmt::format("one work-item of a GPU would take seconds for {} elements; at most {} here",
                     size[0], kMost);
}

// <walkers>
// About 8 groups a compute unit keep it busy; fewer where there is not enough to do.
std::size_t walkers(std::size_t n, const wb::DeviceFacts& facts) {
  return std::clamp<std::size_t>(parts(n, kItems * kPerItem), 1,
                                 std::max(1u, facts.compute_units) * 8);
}
// </walkers>

// One work-item a group, each with a part of this many elements.
struct Parts {
  std::size_t groups, each;
  Parts(std::size_t n, std::size_t most_groups, std::size_t least_part)
      : groups(std::clamp<std::size_t>(parts(n, least_part), 1, most_groups)),
        each(std::max<std::size_t>(round_up(parts(n, groups), least_part), 1)) {}
};

// ---------------------------------------------------------------------------------------------
// Data and references. A sum of numbers of one sign is the honest test: with both signs the partial
// sums stay small, and so do the errors. Integers keep their signs; their sums are exact.

wb::Problem make_sum(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kFloat, {size.at(0)}),
                    wb::Array("exact", wb::Type::kDouble, {2})};  // for the reference only
  wb::fill(problem.inputs[0], kind, seed);
  if (kind == wb::DataKind::kUniform) {
    const auto in = problem.inputs[0].as<float>();
    wb::parallel_for(in.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) in[i] = std::abs(in[i]);
    });
  }
  const ExactSum exact = exact_sum(problem.inputs[0].as<float>());
  problem.inputs[1].as<double>()[0] = exact.sum;
  problem.inputs[1].as<double>()[1] = exact.magnitudes;
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {1})};
  return problem;
}

// <reference>
// An accumulator that takes n / accumulators additions rounds as often, and a few more to meet the
// others. Where every partial sum is a whole number below 2^24, nothing is rounded at all.
wb::Expected expected_sum(const wb::Problem& problem, double accumulators) {
  const auto exact = problem.input("exact").as<double>();
  wb::Expected expected{{exact[0]}, {exact[1]}, 0};
  const bool whole = problem.kind == wb::DataKind::kIntegers && exact[1] < 0x1p24;
  if (!whole) expected.tolerance = wb::roundings(double(problem.size[0]) / accumulators + 64);
  return expected;
}
// </reference>

std::function<wb::Expected(const wb::Problem&, std::size_t)> judged_by(double accumulators) {
  return
      [=](const wb::Problem& problem, std::size_t) { return expected_sum(problem, accumulators); };
}

wb::Work read_once(const wb::Size& size) {
  return {0, double(size[0]) * 4};
}

double sectors(double floats, const wb::LensModel& model) {
  return std::ceil(floats * sizeof(float) / model.sector_bytes);
}

// What one work-group of 256 does with local memory in walk.cl and its like: each item stores its
// sum, then comes a sequential tree, then item 0 reads the result.
void add_trees(wb::Traffic& traffic, double trees, Tree tree, const wb::LensModel& model) {
  const TreeSteps steps = tree_steps(tree, model);
  traffic["local_load_requests"] += trees * (2 * steps.warps + 1);
  traffic["local_load_wavefronts"] += trees * (2 * steps.passes + 1);
  traffic["local_store_wavefronts"] += trees * (steps.passes + double(kItems) / model.lanes);
}

// What every walking variant reads: all of it once, then the groups' sums.
wb::Traffic walking_traffic(const wb::Size& size, const wb::LensModel& model) {
  const double groups = double(parts(size[0], kItems * kPerItem));  // at the lens's size
  wb::Traffic traffic{
      {"global_load_sectors", sectors(double(size[0]), model) + sectors(groups, model)},
      {"global_load_excess", 1},
      {"global_store_sectors", groups + 1}};
  add_trees(traffic, groups + 1, Tree::kSequential, model);
  return traffic;
}

// Two launches of one walking kernel: the groups' sums, then their sum.
wb::Plan walk_twice(const char* kernel, const char* entry, std::size_t n, std::size_t groups) {
  // <twice>
  return {.launches = {{.kernel = file(kernel),
                        .entry = entry,
                        .options = "",
                        .args = {as_uint(n), "in", "sums"},
                        .global = cl::NDRange(groups * kItems),
                        .local = cl::NDRange(kItems)},
                       {.kernel = file(kernel),
                        .entry = entry,
                        .options = "",
                        .args = {as_uint(groups), "sums", "out"},
                        .global = cl::NDRange(kItems),
                        .local = cl::NDRange(kItems)}},
          .scratch = {{"sums", groups * sizeof(cl_float)}}};
  // </twice>
}

wb::Variant walking(std::string name, std::string idea, const char* kernel, const char* entry) {
  return {.name = std::move(name),
          .idea = std::move(idea),
          .plan = [=](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return walk_twice(kernel, entry, size[0], walkers(size[0], facts));
          },
          .needs = needs_group,
          .predict = walking_traffic,
          .reference = judged_by(double(kItems))};
}

// One-item groups twice: the parts' sums, then their sum.
wb::Plan parts_twice(const char* kernel, const char* entry, std::size_t n, const Parts& split) {
  return {.launches = {{.kernel = file(kernel),
                        .entry = entry,
                        .options = "",
                        .args = {as_uint(n), as_uint(split.each), "in", "sums"},
                        .global = cl::NDRange(split.groups),
                        .local = cl::NDRange(1)},
                       {.kernel = file(kernel),
                        .entry = entry,
                        .options = "",
                        .args = {as_uint(split.groups), as_uint(split.groups), "sums", "out"},
                        .global = cl::NDRange(1),
                        .local = cl::NDRange(1)}},
          .scratch = {{"sums", split.groups * sizeof(cl_float)}}};
}

// A lane alone: a sector for each number, and for each of the sums that the last one adds.
std::function<wb::Traffic(const wb::Size&, const wb::LensModel&)> alone(std::size_t most_groups,
                                                                        std::size_t least_part,
                                                                        double sums_a_group = 1) {
  return [=](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
    const double groups = double(Parts(size[0], most_groups, least_part).groups);
    return {{"global_load_sectors", double(size[0]) + groups * sums_a_group}};
  };
}

wb::Launch clear_out() {
  return {.kernel = file("clear.cl"),
          .entry = "clear",
          .options = "",
          .args = {"out"},
          .global = cl::NDRange(1),
          .local = cl::NDRange(1)};
}

// An atomic addition for each element, after the word was set to zero.
wb::Plan add_each(const char* kernel, const char* entry, std::size_t n) {
  // <atomics>
  return {{clear_out(),
           {.kernel = file(kernel),
            .entry = entry,
            .options = "",
            .args = {as_uint(n), "in", "out"},
            .global = cl::NDRange(round_up(std::max<std::size_t>(n, 1), kItems)),
            .local = cl::NDRange(kItems)}}};
  // </atomics>
}

}  // namespace

// <tree_steps>
TreeSteps tree_steps(Tree tree, const wb::LensModel& model) {
  TreeSteps steps;
  for (std::size_t s = 1; s < kItems; s *= 2) {
    for (std::size_t first = 0; first < kItems; first += model.lanes) {
      std::vector<double> banks(model.banks);
      for (std::size_t x = first; x < first + model.lanes; ++x) {
        const bool adds = tree == Tree::kDivergent ? x % (2 * s) == 0 : x < kItems / (2 * s);
        const std::size_t word = tree == Tree::kStrided ? 2 * s * x : x;
        if (adds) ++banks[word % model.banks];
      }
      const double fullest = *std::max_element(banks.begin(), banks.end());
      steps.passes += fullest;
      if (fullest > 0) ++steps.warps;
    }
  }
  return steps;
}
// </tree_steps>

wb::Variant sum_one_item() {
  return {.name = "one work-item",
          .idea = "the plain loop",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = file("one_item.cl"),
                      .entry = "sum_one_item",
                      .options = "",
                      .args = {as_uint(size[0]), as_uint(size[0]), "in", "out"},
                      .global = cl::NDRange(1),
                      .local = cl::NDRange(1)}}};
          },
          .needs = needs_patience,
          .predict = [](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
            return {{"global_load_sectors", double(size[0])}};  // one a number: no neighbours ask
          },
          .reference = judged_by(1)};
}

wb::Variant sum_float_atomic() {
  return {.name = "float atomics",
          .idea = "every work-item adds to one word, by compare and exchange",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return add_each("float_atomic.cl", "sum_float_atomic", size[0]);
          },
          .needs = [](const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
            // Tens of thousands of lanes try at once: a million take an H200 over 15 s.
            const std::size_t most = facts.cpu ? 1 << 20 : 1 << 14;
            if (size[0] > most) {
              return fmt::format(
                  "a lane at a time wins the word, all others try again: at most {} elements here",
                  most);
            }
            return needs_group(facts, size);
          },
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            // The simulator runs lane after lane, so nobody comes between: the guess fails for all
            // but the first, and the second try succeeds. A device does worse.
            const double tries = 2 * double(size[0]);
            return {{"atomics_requests", tries / model.lanes}, {"atomics_serialised", tries - 1}};
          },
          .reference = judged_by(1)};
}

wb::Variant sum_tree(Tree tree) {
  struct Step {
    const char *name, *idea, *kernel, *entry;
    std::size_t per_group;
  };
  static constexpr Step kSteps[] = {
      {"tree, divergent", "every second, fourth, eighth ... work-item adds", "tree_divergent.cl",
       "sum_tree_divergent", kItems},
      {"tree, strided", "the first work-items add, words far apart", "tree_strided.cl",
       "sum_tree_strided", kItems},
      {"tree, sequential", "the first work-items add, neighbouring words", "tree_sequential.cl",
       "sum_tree_sequential", kItems},
      {"tree, first add on load", "two loads a work-item before the tree", "tree_first_add.cl",
       "sum_tree_first_add", 2 * kItems}};
  const Step step = kSteps[static_cast<int>(tree)];
  return {.name = step.name,
          .idea = step.idea,
          .plan = [step](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            // <levels>
            wb::Plan plan;
            std::size_t n = size[0];
            std::string from = "in";
            do {  // one launch a level, until one group was enough
              const std::size_t groups = std::max<std::size_t>(parts(n, step.per_group), 1);
              std::string to = "out";
              if (groups > 1) {
                to = fmt::format("sums {}", plan.launches.size() + 1);
                plan.scratch.push_back({to, groups * sizeof(cl_float)});
              }
              plan.launches.push_back({.kernel = file(step.kernel),
                                       .entry = step.entry,
                                       .options = "",
                                       .args = {as_uint(n), from.c_str(), to.c_str()},
                                       .global = cl::NDRange(groups * kItems),
                                       .local = cl::NDRange(kItems)});
              from = to;
              n = groups;
            } while (n > 1);
            return plan;
            // </levels>
          },
          .needs = needs_group,
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            wb::Traffic traffic;
            std::size_t n = size[0];
            do {
              const std::size_t groups = parts(n, step.per_group);
              traffic["global_load_sectors"] += sectors(double(n), model);
              traffic["global_store_sectors"] += double(groups);
              add_trees(traffic, double(groups), tree, model);
              n = groups;
            } while (n > 1);
            traffic["global_load_excess"] = 1;
            return traffic;
          },
          .predicted_gain =
              [=](const wb::Size&) {
                const wb::LensModel nvidia;
                const auto passes = [&](Tree which) {
                  return 3 * tree_steps(which, nvidia).passes + double(kItems) / nvidia.lanes;
                };
                return passes(Tree::kDivergent) / passes(tree) * double(step.per_group) / kItems;
              },
          .reference = judged_by(std::numeric_limits<double>::infinity())};
}

wb::Variant sum_walk() {
  return walking("walk", "a fixed number of groups, a tree at the end of each", "walk.cl",
                 "sum_walk");
}

wb::Variant sum_walk4() {
  return walking("walk, 4 x float4", "four loads of 16 bytes under way in each work-item",
                 "walk4.cl", "sum_walk4");
}

wb::Variant sum_last_group() {
  wb::Variant variant = sum_walk4();
  variant.name = "walk, last group adds";
  variant.idea = "one launch: an atomic counter tells who comes last";
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    // <last>
    const std::size_t groups = walkers(size[0], facts);
    return {.launches = {{.kernel = file("last_group.cl"),
                          .entry = "sum_last_group",
                          .options = "",
                          .args = {as_uint(size[0]), "in", "sums", "arrived", "out"},
                          .global = cl::NDRange(groups * kItems),
                          .local = cl::NDRange(kItems)}},
            .scratch = {{.name = "sums", .bytes = groups * sizeof(cl_float), .fill = 0},
                        {.name = "arrived", .bytes = sizeof(cl_uint), .fill = 0}}};
    // </last>
  };
  variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    const double groups = double(parts(size[0], kItems * kPerItem));
    const double warps = double(kItems) / model.lanes;
    const TreeSteps steps = tree_steps(Tree::kSequential, model);
    return {{"global_load_sectors", sectors(double(size[0]), model)},
            {"global_load_excess", 1},
            {"global_store_sectors", 1},
            // Each group leaves its sum and counts itself in; the last one's first warp takes all
            // the sums with one request, and resets the counter.
            {"atomics_requests", 2 * groups + 2},
            // Every warp reads the result of a tree, and whether its group is the last.
            {"local_load_requests", (groups + 1) * (2 * steps.warps + warps) + groups * warps},
            {"local_load_wavefronts", (groups + 1) * (2 * steps.passes + warps) + groups * warps},
            {"local_store_wavefronts", (groups + 1) * (steps.passes + warps) + groups}};
  };
  return variant;
}

wb::Variant sum_shuffle() {
  wb::Variant variant =
      walking("walk, shuffle", "lanes hand sums to each other", "shuffle.cl", "sum_shuffle");
  variant.needs = [](const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
    constexpr unsigned kLeast = 70;  // shfl.sync as it is used here
    if (!facts.nvidia || facts.nvidia_capability < kLeast) {
      return "inline PTX: needs an NVIDIA device of compute capability 7.0 or more";
    }
    return needs_group(facts, size);
  };
  variant.predict = nullptr;
  variant.exempt = {{"race", "inline PTX"}, {"lens", "inline PTX"}};
  return variant;
}

wb::Variant sum_cpu_groups() {
  return {.name = "one-item groups",
          .idea = "the shape for a CPU: 8 x 16 accumulators, no barrier",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return parts_twice("cpu_groups.cl", "sum_cpu_groups", size[0],
                               Parts(size[0], kCpuGroups, 4 * kLanes));
          },
          .predict = alone(kCpuGroups, 4 * kLanes),
          .reference = judged_by(double(kLanes))};
}

// ---------------------------------------------------------------------------------------------

namespace {

// One rounding at the end, and what the second accumulator itself rounds, which is below another.
wb::Expected expected_compensated(const wb::Problem& problem, std::size_t) {
  wb::Expected expected = expected_sum(problem, 1);
  expected.tolerance = std::min(expected.tolerance, wb::roundings(2));
  return expected;
}

wb::Variant compensated_walk() {
  wb::Variant variant = walking("walk, compensated", "the same in the shape for a GPU",
                                "compensated_walk.cl", "sum_compensated_walk");
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    const std::size_t groups = walkers(size[0], facts);
    wb::Plan plan = walk_twice("compensated_walk.cl", "sum_compensated_walk", size[0], groups);
    plan.launches[0].options = "-DLAST=0";
    plan.launches[1].options = "-DLAST=1";
    plan.launches[1].args[0] = as_uint(2 * groups);
    plan.scratch[0].bytes *= 2;
    return plan;
  };
  variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    const double groups = double(parts(size[0], kItems * kPerItem));
    return {{"global_load_sectors", sectors(double(size[0]), model) + sectors(2 * groups, model)},
            {"global_load_excess", 1}};
  };
  variant.reference = expected_compensated;
  return variant;
}

}  // namespace

wb::Experiment sum() {
  wb::Experiment experiment;
  experiment.name = "sum";
  experiment.dimensions = {"n"};
  experiment.make = make_sum;
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return expected_sum(problem, double(kLanes));
  };
  experiment.work = read_once;
  experiment.variants = {sum_one_item(),
                         sum_tree(Tree::kDivergent),
                         sum_tree(Tree::kStrided),
                         sum_tree(Tree::kSequential),
                         sum_tree(Tree::kFirstAdd),
                         sum_walk(),
                         sum_walk4(),
                         sum_last_group(),
                         sum_shuffle(),
                         compensated_walk(),
                         sum_cpu_groups()};
  experiment.variants[1].predicted_gain = nullptr;  // the baseline
  experiment.baseline = "tree, divergent";
  experiment.peers = [](wb::Session&, const wb::Problem& problem) {
    return std::vector<wb::Peer>{host_sum(problem)};
  };
  experiment.default_size = {1 << 22};
  experiment.gpu_size = {1 << 28};
  experiment.lens_size = {1 << 14};
  experiment.race_sizes = {{1}, {257}, {5000}};
  experiment.test_sizes = {{0},   {1},    {3},    {31},   {255},   {256},
                           {257}, {1000}, {4096}, {4097}, {65537}, {1000003}};
  return experiment;
}

wb::Experiment naive_sum() {
  wb::Experiment experiment = sum();
  experiment.name = "naive sum";
  experiment.variants = {sum_one_item(), sum_float_atomic(), sum_tree(Tree::kDivergent),
                         sum_walk4(), sum_cpu_groups()};
  experiment.variants[2].predicted_gain = nullptr;
  experiment.baseline = "one work-item";
  experiment.peers = nullptr;
  experiment.default_size = experiment.gpu_size = {1 << 20};
  experiment.race_sizes = {{300}};
  experiment.test_sizes = {{0}, {1}, {257}, {10007}};
  return experiment;
}

wb::Experiment large_sum() {
  wb::Experiment experiment = sum();
  experiment.name = "large sum";
  experiment.variants = {sum_walk4(), sum_cpu_groups()};
  experiment.baseline = "walk, 4 x float4";
  experiment.default_size = {1 << 26};
  experiment.race_sizes = {{300}};
  experiment.test_sizes = {{4097}};
  return experiment;
}

namespace {

wb::Variant ordered(std::size_t groups) {
  return {.name = fmt::format("{} accumulator{}", groups, groups == 1 ? "" : "s"),
          .idea = "each adds its part of the array, number by number",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return parts_twice("one_item.cl", "sum_one_item", size[0], Parts(size[0], groups, 1));
          },
          .needs = groups < 64 ? needs_patience : nullptr,
          .predict = alone(groups, 1),
          .reference = judged_by(double(groups))};
}

wb::Variant pairwise() {
  return {.name = "64 parts, pairwise",
          .idea = "each part adds sums of equal length",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return parts_twice("pairwise.cl", "sum_pairwise", size[0], Parts(size[0], 64, 1));
          },
          .predict = alone(64, 1),
          .reference = judged_by(std::numeric_limits<double>::infinity())};
}

wb::Variant compensated() {
  return {.name = "64 parts, compensated",
          .idea = "a second accumulator for what the first rounds off",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const Parts split(size[0], 64, 1);
            wb::Plan plan = parts_twice("compensated.cl", "sum_compensated", size[0], split);
            plan.launches[0].options = "-DLAST=0";
            plan.launches[1].options = "-DLAST=1";
            plan.launches[1].args[0] = plan.launches[1].args[1] = as_uint(2 * split.groups);
            plan.scratch[0].bytes *= 2;
            return plan;
          },
          .predict = alone(64, 1, 2),
          .reference = expected_compensated};
}

}  // namespace

wb::Experiment sum_orders() {
  wb::Experiment experiment = sum();
  experiment.name = "order";
  experiment.variants = {ordered(1),       ordered(2), ordered(64),
                         sum_cpu_groups(), pairwise(), compensated()};
  experiment.baseline = "1 accumulator";
  experiment.peers = nullptr;
  experiment.default_size = {1 << 26};
  experiment.gpu_size = {1 << 24};
  experiment.race_sizes = {{1}, {300}, {5000}};
  experiment.test_sizes = {{0}, {1}, {63}, {257}, {4097}, {100003}};
  return experiment;
}

// ---------------------------------------------------------------------------------------------

// <overflow>
std::string int_refusal(std::size_t n) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max() / kLargestInt;
  if (n <= kMost) return "";
  return fmt::format("the sum of {} ints of up to {} might not fit an int: at most {} elements", n,
                     kLargestInt, kMost);
}
// </overflow>

namespace {

wb::Problem make_ints(const wb::Size& size, wb::DataKind, std::uint64_t seed) {
  const std::string refusal = int_refusal(size.at(0));
  if (!refusal.empty()) throw wb::UsageError(refusal);
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kInt, {size[0]})};
  const auto in = problem.inputs[0].as<std::int32_t>();
  wb::parallel_for(in.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      in[i] = static_cast<int>(wb::mix(seed, i) % (2 * kLargestInt + 1)) - kLargestInt;
    }
  });
  problem.outputs = {wb::Array("out", wb::Type::kInt, {1})};
  return problem;
}

wb::Expected expected_int(const wb::Problem& problem, std::size_t) {
  std::int64_t sum = 0;
  for (const std::int32_t x : problem.input("in").as<std::int32_t>()) sum += x;
  return {{double(sum)}, {}, 0};
}

wb::Variant int_atomic() {
  return {.name = "an atomic each",
          .idea = "every work-item adds to one word",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return add_each("int_atomic.cl", "sum_int_atomic", size[0]);
          },
          .needs = needs_group,
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"atomics_requests", double(size[0]) / model.lanes},
                    {"atomics_serialised", double(size[0])}};
          }};
}

wb::Variant int_groups(bool walk) {
  return {.name = walk ? "walk, an atomic a group" : "an atomic a group",
          .idea = "a tree first",
          .plan = [walk](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            const std::size_t groups =
                walk ? walkers(size[0], facts) : std::max<std::size_t>(parts(size[0], kItems), 1);
            return {{clear_out(),
                     {.kernel = file("int_groups.cl"),
                      .entry = "sum_int_groups",
                      .options = "",
                      .args = {as_uint(size[0]), "in", "out"},
                      .global = cl::NDRange(groups * kItems),
                      .local = cl::NDRange(kItems)}}};
          },
          .needs = needs_group,
          .predict = [walk](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double groups = double(parts(size[0], kItems * (walk ? kPerItem : 1)));
            return {{"global_load_sectors", sectors(double(size[0]), model)},
                    {"atomics_requests", groups},
                    {"atomics_serialised", groups}};
          }};
}

}  // namespace

wb::Experiment int_sum() {
  wb::Experiment experiment;
  experiment.name = "int sum";
  experiment.dimensions = {"n"};
  experiment.make = make_ints;
  experiment.reference = expected_int;
  experiment.work = read_once;
  experiment.variants = {int_atomic(), int_groups(false), int_groups(true)};
  experiment.baseline = "an atomic each";
  experiment.default_size = {1 << 22};
  experiment.gpu_size = {1 << 26};
  experiment.lens_size = {1 << 14};
  experiment.race_sizes = {{1}, {300}, {5000}};
  experiment.test_sizes = {{0}, {1}, {255}, {257}, {4097}, {100003}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

// ---------------------------------------------------------------------------------------------

namespace {

wb::Problem make_extremes(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kFloat, {size.at(0)})};
  wb::fill(problem.inputs[0], kind, seed);
  problem.outputs = {wb::Array("value", wb::Type::kFloat, {2}),
                     wb::Array("place", wb::Type::kUint, {2})};
  return problem;
}

// Exact: nothing is rounded. NaN compares as false and so is never chosen.
wb::Expected expected_extremes(const wb::Problem& problem, std::size_t output) {
  constexpr auto kNowhere = double(std::numeric_limits<std::uint32_t>::max());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double value[2] = {kInfinity, -kInfinity}, place[2] = {kNowhere, kNowhere};
  const auto in = problem.input("in").as<float>();
  for (std::size_t i = 0; i < in.size(); ++i) {
    for (const int which : {0, 1}) {
      const bool better = which == 0 ? in[i] < value[0] : in[i] > value[1];
      if (better || (in[i] == value[which] && place[which] == kNowhere)) {
        value[which] = in[i];
        place[which] = double(i);
      }
    }
  }
  const double* wanted = output == 0 ? value : place;
  return {{wanted[0], wanted[1]}, {}, 0};
}

wb::Launch extremes_finish(std::size_t groups) {
  return {.kernel = file("extremes.cl"),
          .entry = "extremes",
          .options = "-DFINISH=1",
          .args = {as_uint(groups), "values", "places", "value", "place"},
          .global = cl::NDRange(kItems),
          .local = cl::NDRange(kItems)};
}

std::vector<wb::ScratchBuffer> found(std::size_t groups) {
  return {{"values", groups * 2 * sizeof(cl_float)}, {"places", groups * 2 * sizeof(cl_uint)}};
}

// The second pass reads least and greatest, and the place of each, of every group.
double finish_sectors(double groups, const wb::LensModel& model) {
  return 4 * sectors(2 * groups, model);
}

wb::Variant extremes_walk(bool one_group) {
  return {.name = one_group ? "one group" : "walk",
          .idea = "value and place together, first of equals",
          .plan = [one_group](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            const std::size_t groups = one_group ? 1 : walkers(size[0], facts);
            return {.launches = {{.kernel = file("extremes.cl"),
                                  .entry = "extremes",
                                  .options = "-DFINISH=0",
                                  .args = {as_uint(size[0]), "in", "places", "values", "places"},
                                  .global = cl::NDRange(groups * kItems),
                                  .local = cl::NDRange(kItems)},
                                 extremes_finish(groups)},
                    .scratch = found(groups)};
          },
          .needs = needs_group,
          .predict = [one_group](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double groups = one_group ? 1 : double(parts(size[0], kItems * kPerItem));
            return {{"global_load_sectors",
                     sectors(double(size[0]), model) + finish_sectors(groups, model)},
                    {"global_load_excess", 1}};
          }};
}

wb::Variant extremes_cpu() {
  return {
      .name = "one-item groups",
      .idea = "sixteen lanes, each with its own",
      .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        const Parts split(size[0], kCpuGroups, 4 * kLanes);
        return {
            .launches = {{.kernel = file("extremes_cpu.cl"),
                          .entry = "extremes_cpu",
                          .options = "",
                          .args = {as_uint(size[0]), as_uint(split.each), "in", "values", "places"},
                          .global = cl::NDRange(split.groups),
                          .local = cl::NDRange(1)},
                         extremes_finish(split.groups)},
            .scratch = found(split.groups)};
      },
      .needs = needs_group};
}

}  // namespace

wb::Experiment extremes() {
  wb::Experiment experiment;
  experiment.name = "extremes";
  experiment.dimensions = {"n"};
  experiment.make = make_extremes;
  experiment.reference = expected_extremes;
  experiment.work = read_once;
  experiment.variants = {extremes_walk(true), extremes_walk(false), extremes_cpu()};
  experiment.baseline = "one group";
  experiment.default_size = {1 << 22};
  experiment.gpu_size = {1 << 26};
  experiment.lens_size = {1 << 14};
  experiment.race_sizes = {{1}, {300}, {5000}};
  experiment.test_sizes = {{0}, {1}, {15}, {16}, {257}, {4097}, {100003}};
  return experiment;
}

// ---------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kDotPerGroup = 4096;

wb::Problem make_dot(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("a", wb::Type::kFloat, {size.at(0)}),
                    wb::Array("b", wb::Type::kFloat, {size[0]})};
  wb::fill(problem.inputs[0], kind, seed);
  wb::fill(problem.inputs[1], kind, seed + 1);
  problem.outputs = {
      wb::Array("out", wb::Type::kFloat, {std::max<std::size_t>(parts(size[0], kDotPerGroup), 1)})};
  return problem;
}

wb::Expected expected_dot(const wb::Problem& problem, std::size_t) {
  const auto a = problem.input("a").as<float>(), b = problem.input("b").as<float>();
  wb::Expected expected;
  expected.value.assign(problem.outputs[0].count(), 0);
  expected.scale.assign(problem.outputs[0].count(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    expected.value[i / kDotPerGroup] += double(a[i]) * b[i];
    expected.scale[i / kDotPerGroup] += std::abs(double(a[i]) * b[i]);
  }
  // Exact for integers; else a rounding for each product and each addition on a short path.
  if (problem.kind != wb::DataKind::kIntegers) expected.tolerance = wb::roundings(kDotPerGroup);
  return expected;
}

}  // namespace

wb::Experiment dot_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"n"};
  exercise.make = make_dot;
  exercise.reference = expected_dot;
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {2 * double(size[0]), 8 * double(size[0])};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "dot products of 4096 pairs, one a group",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         const std::size_t groups = std::max<std::size_t>(parts(size[0], kDotPerGroup), 1);
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "dot_groups",
                   .options = "",
                   .args = {as_uint(size[0]), "a", "b", "out"},
                   .global = cl::NDRange(groups * kItems),
                   .local = cl::NDRange(kItems)}}};
       },
       .needs = needs_group,
       // <contract>
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double groups = double(parts(size[0], kDotPerGroup));
         wb::Traffic traffic;
         add_trees(traffic, groups, Tree::kSequential, model);
         return {{"global_load_sectors", 2 * sectors(double(size[0]), model)},
                 {"local_load_wavefronts", traffic["local_load_wavefronts"]},
                 {"local_store_wavefronts", traffic["local_store_wavefronts"]},
                 {"global_store_sectors", groups},
                 {"atomics_requests", 0}};
       }}};
  // </contract>
  exercise.default_size = {1 << 20};
  exercise.lens_size = {2 * kDotPerGroup};
  exercise.race_sizes = {{1}, {300}, {5000}};
  exercise.test_sizes = {{1}, {255}, {256}, {300}, {4096}, {4097}, {10007}};
  return exercise;
}

}  // namespace chapters
