// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// One work-item per element of C, dimension 0 over rows.
wb::Variant gemm_row_order();
/// One work-item per element of C, dimension 0 over columns, in work-groups of x by y work-items.
wb::Variant gemm_column_order(std::size_t x = 16, std::size_t y = 16);

/// Sectors that the column order loads with 16x16 work-groups: see book/03_gemm_naive.md for the
/// sum.
double naive_load_sectors(const wb::Size& mnk, const wb::LensModel& model);

/// The column order with the local size left to the driver.
wb::Variant gemm_driver_shape();

/// GEMM with both orders; the baseline is the row order.
wb::Experiment gemm_naive();
/// The column order in work-groups of different shapes.
wb::Experiment gemm_shapes();

/// The exercise: C = alpha * A * B + beta * C as BLAS has it, stored column by column, each column
/// a leading dimension from the next; both dimensions of the launch cover rows and columns.
wb::Experiment blas_exercise();

}  // namespace chapters
