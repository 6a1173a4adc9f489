// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "03_gemm_naive/gemm_naive.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "wb/gemm.hpp"

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

}  // namespace chapters
