// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "13_divergence/divergence.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kGroupX = 32, kGroupY = 8;
constexpr std::size_t kOut = 8;  // outputs of a walking work-item

std::string file(const std::string& name) {
  return "13_divergence/" + name;
}

std::string needs_tile(const wb::DeviceFacts& facts, const wb::Size&) {
  return needs_items(facts, kGroupX * kGroupY);
}

wb::Problem make_picture(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("picture", wb::Type::kFloat, {size.at(0), size.at(1)})};
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0], size[1]})};
  wb::fill(problem.inputs[0], kind, seed);
  return problem;
}

std::size_t beside(std::size_t i, std::size_t step, std::size_t radius, std::size_t n) {
  const auto at = std::ptrdiff_t(i + step) - std::ptrdiff_t(radius);
  return std::size_t(std::clamp<std::ptrdiff_t>(at, 0, std::ptrdiff_t(n) - 1));
}

// <reference>
wb::Expected expected_median(const wb::Problem& problem, std::size_t side) {
  const std::size_t h = problem.size[0], w = problem.size[1], count = side * side;
  const auto picture = problem.input("picture").as<float>();
  wb::Expected expected;
  expected.value.resize(h * w);
  wb::parallel_for(h * w, [&](std::size_t begin, std::size_t end) {
    std::vector<float> window(count);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t row = beside(i / w, k / side, side / 2, h);
        window[k] = picture[row * w + beside(i % w, k % side, side / 2, w)];
      }
      std::ranges::nth_element(window, window.begin() + std::ptrdiff_t(count / 2));
      expected.value[i] = double(window[count / 2]);
    }
  });
  return expected;  // a median is one of the pixels: nothing is rounded
}
// </reference>

// Which work-item reads which element with its k-th load. kNothing: it does not.
constexpr std::size_t kNothing = ~std::size_t{0};
using Element = std::function<std::size_t(std::size_t x, std::size_t y, std::size_t k)>;

// Requests and sectors of the loads of a launch over x by y work-items, counted warp by warp.
struct Loads {
  double requests = 0, sectors = 0;
};

Loads count_loads(std::size_t x, std::size_t y, std::size_t loads, const wb::LensModel& model,
                  const Element& element) {
  const std::size_t per_group = kGroupX * kGroupY, floats = model.sector_bytes / sizeof(float);
  Loads total;
  for (std::size_t warp = 0; warp < round_up(x, kGroupX) * round_up(y, kGroupY) / model.lanes;
       ++warp) {
    for (std::size_t k = 0; k < loads; ++k) {
      std::set<std::size_t> touched;
      for (std::size_t lane = 0; lane < model.lanes; ++lane) {
        const std::size_t item = warp * model.lanes + lane, inside = item % per_group;
        const std::size_t groups_x = round_up(x, kGroupX) / kGroupX, group = item / per_group;
        const std::size_t at = element(group % groups_x * kGroupX + inside % kGroupX,
                                       group / groups_x * kGroupY + inside / kGroupX, k);
        if (at != kNothing) touched.insert(at / floats);
      }
      total.requests += touched.empty() ? 0 : 1;
      total.sectors += double(touched.size());
    }
  }
  return total;
}

Element window_of(const wb::Size& size, std::size_t side) {
  return [=](std::size_t x, std::size_t y, std::size_t k) {
    if (x >= size[1] || y >= size[0]) return kNothing;
    return beside(y, k / side, side / 2, size[0]) * size[1] +
           beside(x, k % side, side / 2, size[1]);
  };
}

wb::Traffic traffic_of(const Loads& loads) {
  return {{"global_load_requests", loads.requests}, {"global_load_sectors", loads.sectors}};
}

wb::Launch over(const wb::Size& size, const std::string& kernel, const char* entry,
                std::string options) {
  return {.kernel = file(kernel),
          .entry = entry,
          .options = std::move(options),
          .args = {as_int(size[1]), as_int(size[0]), "picture", "out"},
          .global = cl::NDRange(round_up(size[1], kGroupX), round_up(size[0], kGroupY)),
          .local = cl::NDRange(kGroupX, kGroupY)};
}

// <compares>
// Comparisons of the partial sort: n - 1 for the least, n - 2 for the next, up to the middle one.
double partial_compares(std::size_t side) {
  const std::size_t n = side * side;
  double compares = 0;
  for (std::size_t i = 0; i <= n / 2; ++i) compares += double(n - 1 - i);
  return compares;
}
// </compares>

wb::Variant median_variant(const char* name, const char* idea, std::size_t side,
                           const std::string& kernel, const std::string& entry, bool network,
                           double compares) {
  return {
      .name = name,
      .idea = idea,
      .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        return {{over(size, kernel, entry.c_str(), fmt::format("-DK={}", side))}};
      },
      .needs = needs_tile,
      .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
        wb::Traffic traffic =
            traffic_of(count_loads(size[1], size[0], side * side, model, window_of(size, side)));
        if (network) traffic["simt_efficiency"] = 1;
        return traffic;
      },
      .predicted_gain =
          [=](const wb::Size&) { return compares > 0 ? partial_compares(side) / compares : 0; }};
}

// Rows of three are sorted once for three outputs: 3 exchanges and 3 loads for each row.
wb::Variant median9_walk() {
  wb::Variant variant = median_variant("network, walking", "sorted rows serve three outputs", 3,
                                       "walk9.cl", "median9_walk", true, 3 + 10);
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    wb::Launch launch = over(size, "walk9.cl", "median9_walk", fmt::format("-DOUT={}", kOut));
    launch.global =
        cl::NDRange(round_up(size[1], kGroupX), round_up(size[0], kGroupY * kOut) / kOut);
    return {{launch}};
  };
  variant.predict = [](const wb::Size& size, const wb::LensModel& model) {
    return traffic_of(count_loads(size[1], (size[0] + kOut - 1) / kOut, 3 * (kOut + 2), model,
                                  [&](std::size_t x, std::size_t y, std::size_t k) {
                                    if (x >= size[1] || y * kOut >= size[0]) return kNothing;
                                    return beside(y * kOut, k / 3, 1, size[0]) * size[1] +
                                           beside(x, k % 3, 1, size[1]);
                                  }));
  };
  return variant;
}

wb::Variant median_cpu(std::size_t side) {
  return {.name = "network, float16",
          .idea = "a CPU's shape: 16 pixels in each vector",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            wb::Launch launch = over(size, fmt::format("cpu{}.cl", side * side),
                                     side == 3 ? "median9_cpu" : "median25_cpu", "");
            launch.global = cl::NDRange(round_up(size[1], 16) / 16, size[0]);
            launch.local = cl::NDRange(1, 1);
            return {{launch}};
          },
          .exempt = {{"race",
                      "Oclgrind 21.10 loses count where a later group is the first to call a "
                      "function, as vload16 here"}}};
}

wb::Experiment pictures(std::string name, std::size_t side) {
  wb::Experiment experiment;
  experiment.name = std::move(name);
  experiment.dimensions = {"rows", "columns"};
  experiment.make = make_picture;
  experiment.reference = [=](const wb::Problem& problem, std::size_t) {
    return expected_median(problem, side);
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 8 * double(size[0]) * double(size[1])};
  };
  experiment.default_size = {256, 256};
  experiment.gpu_size = {4096, 4096};
  experiment.lens_size = {32, 64};
  experiment.race_sizes = {{1, 1}, {8, 32}, {9, 35}};
  experiment.test_sizes = {{1, 1}, {1, 40}, {40, 1}, {2, 2}, {8, 32}, {9, 33}, {61, 130}};
  // A NaN has no rank, so there is no median to ask for.
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

}  // namespace

wb::Experiment medians(std::size_t side) {
  wb::Experiment experiment = pictures(fmt::format("median {} x {}", side, side), side);
  const std::size_t count = side * side;
  const double n = double(count), partial = partial_compares(side);
  experiment.variants = {
      // An inserted pixel passes half of those before it, if their order is random.
      median_variant("full sort", "insertion into a sorted array", side, "sort.cl", "median_sort",
                     false, n * (n - 1) / 4),
      median_variant("partial sort", "select the least, again and again, up to the middle", side,
                     "partial.cl", "median_partial", false, partial),
      median_variant("partial, unrolled", "the same by compare and exchange, without an index",
                     side, "exchanges.cl", "median_exchanges", true, partial),
      median_variant("network", "a fixed list of exchanges", side,
                     fmt::format("median{}.cl", count), fmt::format("median{}", count), true,
                     side == 3 ? 19 : 103)};
  if (side == 3) experiment.variants.push_back(median9_walk());
  experiment.variants.push_back(median_cpu(side));
  experiment.baseline = "partial sort";
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// Borders

wb::Experiment edges() {
  wb::Experiment experiment = pictures("edges", 3);
  wb::Variant clamped = median_variant("clamp everywhere", "every index of every work-item", 3,
                                       "median9.cl", "median9", true, 0);
  wb::Variant branch = median_variant("branch", "clamp only where the window leaves the picture", 3,
                                      "median9.cl", "median9", false, 0);
  branch.plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    return {{over(size, "median9.cl", "median9", "-DBORDER=1")}};
  };
  // Both ways unrolled, the compiler leaves one load for the two and chooses its address.
  branch.predict = [alike = clamped.predict](const wb::Size& size, const wb::LensModel& model) {
    wb::Traffic traffic = alike(size, model);
    traffic.erase("simt_efficiency");  // at the edge a warp goes both ways
    return traffic;
  };
  wb::Variant two = branch;
  two.name = "inside and edge";
  two.idea = "a kernel for the inside, one for the edge";
  two.plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    // <two>
    wb::Launch inside = over(size, "inside_edge.cl", "median_inside", "");
    wb::Launch edge = over(size, "inside_edge.cl", "median_edge", "");
    edge.global = cl::NDRange(round_up(std::max(size[0], size[1]), 64), 4);  // four sides
    edge.local = cl::NDRange(64, 1);
    if (size[0] < 3 || size[1] < 3) return {{edge}};  // there is no inside
    return {{inside, edge}};
    // </two>
  };
  two.predict = nullptr;
  experiment.variants = {clamped, branch, two};
  experiment.lens_size = {32, 256};
  return experiment;
}

}  // namespace chapters
