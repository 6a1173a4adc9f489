// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// One work-item per element of C, dimension 0 over rows.
wb::Variant gemm_row_order();
/// One work-item per element of C, dimension 0 over columns, in work-groups of x by y work-items.
wb::Variant gemm_column_order(std::size_t x = 16, std::size_t y = 16);

/// GEMM with both orders; the baseline is the column order.
wb::Experiment gemm_naive();

}  // namespace chapters
