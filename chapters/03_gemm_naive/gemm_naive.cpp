// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "03_gemm_naive/gemm_naive.hpp"

#include <fmt/core.h>

#include "wb/gemm.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

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
          }};
}
// </row-order>

wb::Variant gemm_column_order(std::size_t x, std::size_t y) {
  return {.name = x == 16 && y == 16 ? "column order" : fmt::format("{} x {}", x, y),
          .idea = "one work-item per element, dimension 0 over columns",
          .plan = [x, y](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t m = size[0], n = size[1], k = size[2];
            return {{{.kernel = "03_gemm_naive/column_order.cl",
                      .entry = "gemm_column_order",
                      .options = "",
                      .args = {as_int(m), as_int(n), as_int(k), "A", "B", "C"},
                      .global = cl::NDRange(round_up(n, x), round_up(m, y)),
                      .local = cl::NDRange(x, y)}}};
          }};
}

wb::Experiment gemm_naive() {
  wb::Experiment experiment = wb::gemm();
  experiment.variants = {gemm_row_order(), gemm_column_order()};
  experiment.baseline = "column order";
  return experiment;
}

}  // namespace chapters
