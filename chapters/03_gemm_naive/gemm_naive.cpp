// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "03_gemm_naive/gemm_naive.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "wb/gemm.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

// How the lanes of one warp lie over a work-group of x by y work-items: `wide` of them side by side
// in dimension 0, `tall` rows of them in dimension 1.
struct Footprint {
  double wide, tall;
};

Footprint footprint(std::size_t x, std::size_t y, const wb::LensModel& model) {
  const double lanes = std::min<double>(model.lanes, double(x * y));
  const double wide = std::min(double(x), lanes);
  return {wide, lanes / wide};
}

// Sectors that hold `count` neighbouring floats, the first one at a sector's start.
double sectors(double count, const wb::LensModel& model) {
  return std::ceil(count * sizeof(float) / model.sector_bytes);
}

}  // namespace

// <column-traffic>
wb::Traffic column_order_traffic(const wb::Size& mnk, std::size_t x, std::size_t y,
                                 const wb::LensModel& model) {
  const auto [wide, tall] = footprint(x, y, model);
  const double warps = double(mnk[0]) * double(mnk[1]) / (wide * tall);
  const double a = tall;                  // one element of A a row, the same for all of its lanes
  const double b = sectors(wide, model);  // a run of B, the same for every row
  return {{"global_load_requests", warps * double(mnk[2]) * 2},
          {"global_load_sectors", warps * double(mnk[2]) * (a + b)},
          {"global_store_sectors", warps * tall * sectors(wide, model)}};
}
// </column-traffic>

// <row-traffic>
wb::Traffic row_order_traffic(const wb::Size& mnk, const wb::LensModel& model) {
  const auto [wide, tall] = footprint(16, 16, model);
  const double warps = double(mnk[0]) * double(mnk[1]) / (wide * tall);
  const double a = wide;                  // each lane in its own row of A: a sector each
  const double b = sectors(tall, model);  // `tall` neighbours in a row of B
  return {{"global_load_requests", warps * double(mnk[2]) * 2},
          {"global_load_sectors", warps * double(mnk[2]) * (a + b)},
          {"global_store_sectors", warps * wide * sectors(tall, model)}};
}
// </row-traffic>

double naive_load_sectors(const wb::Size& mnk, const wb::LensModel& model) {
  return column_order_traffic(mnk, 16, 16, model).at("global_load_sectors");
}

// <row-order>
wb::Variant gemm_row_order() {
  return {.name = "row order",
          .idea = "one work-item per element, dimension 0 over rows",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "03_gemm_naive/row_order.cl",
                      .entry = "gemm_row_order",
                      .options = "",
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(m, 16), round_up(n, 16)),
                      .local = cl::NDRange(16, 16)}}};
          },
          .predict = row_order_traffic};
}
// </row-order>

wb::Variant gemm_column_order(std::size_t x, std::size_t y) {
  return {.name = "column order",
          .idea = "one work-item per element, dimension 0 over columns",
          .plan = [x, y](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "03_gemm_naive/column_order.cl",
                      .entry = "gemm_column_order",
                      .options = "",
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(n, x), round_up(m, y)),
                      .local = cl::NDRange(x, y)}}};
          },
          .predict =
              [x, y](const wb::Size& size, const wb::LensModel& model) {
                return column_order_traffic(size, x, y, model);
              }};
}

wb::Variant gemm_driver_shape() {
  return {.name = "driver's choice",
          .idea = "no local size given",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "03_gemm_naive/column_order.cl",
                      .entry = "gemm_column_order",
                      .options = "",
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(n, m),
                      .local = cl::NullRange}}};
          }};
}

wb::Experiment gemm_naive() {
  wb::Experiment experiment = wb::gemm();
  experiment.variants = {gemm_row_order(), gemm_column_order()};
  experiment.baseline = "row order";
  return experiment;
}

wb::Experiment gemm_shapes() {
  wb::Experiment experiment = wb::gemm();
  experiment.name = "gemm_shapes";
  experiment.race_sizes = {{17, 18, 19}};
  experiment.test_sizes = {{33, 65, 17}};
  experiment.peers = nullptr;
  // <shapes>
  constexpr std::size_t kShapes[][2] = {{1, 32}, {8, 8},  {8, 32}, {16, 16},
                                        {32, 1}, {32, 8}, {64, 4}, {256, 1}};
  // </shapes>
  for (const auto [x, y] : kShapes) {
    experiment.variants.push_back(gemm_column_order(x, y));
    experiment.variants.back().name = fmt::format("{} x {}", x, y);
  }
  experiment.variants.push_back(gemm_driver_shape());
  experiment.baseline = "16 x 16";
  return experiment;
}

namespace {

// How far one column of the exercise's matrices begins from the next: never the column's length.
struct Leading {
  std::size_t a, b, c;
};

Leading leading(const wb::Size& mnk) {
  return {round_up(mnk[0], 8) + 8, round_up(mnk[2], 8) + 8, round_up(mnk[0], 8) + 16};
}

// Powers of two, so that integers stay exact. With beta 0, C holds nothing that may be looked at.
constexpr float kAlpha = 2;
float beta_of(const wb::Size& mnk) {
  return mnk[2] % 2 == 0 ? -0.5f : 0.0f;
}

wb::Problem make_blas(const wb::Size& mnk, wb::DataKind kind, std::uint64_t seed) {
  const Leading ld = leading(mnk);
  wb::Problem problem;
  problem.inputs = {wb::Array("A", wb::Type::kFloat, {mnk[2], ld.a}),
                    wb::Array("B", wb::Type::kFloat, {mnk[1], ld.b}),
                    wb::Array("C", wb::Type::kFloat, {mnk[1], ld.c})};
  for (wb::Array& input : problem.inputs) wb::fill(input, kind, seed++);
  const auto c = problem.inputs[2].as<float>();
  if (beta_of(mnk) == 0) std::ranges::fill(c, std::numeric_limits<float>::quiet_NaN());
  problem.outputs = {wb::Array("C", wb::Type::kFloat, {mnk[1], ld.c}, CL_MEM_READ_WRITE)};
  return problem;
}

wb::Expected expected_blas(const wb::Problem& problem, std::size_t) {
  const std::size_t m = problem.size[0], n = problem.size[1], k = problem.size[2];
  const Leading ld = leading(problem.size);
  const double beta = beta_of(problem.size);
  const auto a = problem.input("A").as<float>(), b = problem.input("B").as<float>();
  const auto c = problem.input("C").as<float>();
  // What lies between the columns of C stays as it was.
  wb::Expected expected{{c.begin(), c.end()}, std::vector<double>(c.size(), 0), 0};
  if (problem.kind != wb::DataKind::kIntegers) expected.tolerance = wb::roundings(double(k) + 3);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < m; ++i) {
      const std::size_t at = j * ld.c + i;
      double sum = beta == 0 ? 0 : beta * c[at], scale = std::abs(sum);
      for (std::size_t p = 0; p < k; ++p) {
        const double product = kAlpha * double(a[p * ld.a + i]) * b[j * ld.b + p];
        sum += product;
        scale += std::abs(product);
      }
      expected.value[at] = sum;
      expected.scale[at] = scale;
    }
  }
  return expected;
}

}  // namespace

wb::Experiment blas_exercise() {
  constexpr std::size_t kX = 32, kY = 8;
  wb::Experiment exercise = wb::gemm();
  exercise.name = "exercise";
  exercise.check = nullptr;
  exercise.peers = nullptr;
  exercise.make = make_blas;
  exercise.reference = expected_blas;
  exercise.variants = {
      {.name = "yours",
       .idea = "C = alpha * A * B + beta * C, stored column by column",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         const std::size_t m = size[0], n = size[1], k = size[2];
         const Leading ld = leading(size);
         // Either dimension reaches far enough for rows and for columns.
         const std::size_t side = round_up(std::max(m, n), kX);
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "sgemm",
                   .options = "",
                   .args = {as_int(m), as_int(n), as_int(k), kAlpha, "A", as_int(ld.a), "B",
                            as_int(ld.b), beta_of(size), "C", as_int(ld.c)},
                   .global = cl::NDRange(side, side),
                   .local = cl::NDRange(kX, kY)}}};
       },
       // <contract>
       .at_most = [](const wb::Size& mnk, const wb::LensModel& model) -> wb::Traffic {
         const double warps = double(mnk[0]) * double(mnk[1]) / model.lanes;
         const double run = sectors(model.lanes, model);  // 32 floats side by side
         return {{"global_load_sectors", warps * (double(mnk[2]) * (run + 1) + run)},
                 {"global_store_sectors", warps * run}};
       }}};
  // </contract>
  exercise.race_sizes = {{5, 7, 4}, {17, 33, 6}};
  exercise.test_sizes = {{1, 1, 1}, {32, 8, 16}, {17, 33, 18}, {40, 7, 65}};
  return exercise;
}

}  // namespace chapters
