// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// Four neighbouring outputs per work-item, 32x32 tiles. `aligned` loads float4 and needs N and K
/// to be multiples of 4; otherwise vload4, which takes any size.
wb::Variant gemm_row_of_four(bool aligned);
/// Sixteen outputs per work-item, 64x64 of C per work-group.
wb::Variant gemm_four_by_four();
/// The CPU's shape: one work-item per work-group, 8 rows x 2 float16 of C in registers.
wb::Variant gemm_cpu_float16();

/// Chapter 04's tile and all of the above.
wb::Experiment gemm_vectors();

/// The exercise: K rows of N samples mixed down to four rows, a float4 of weights for each k; a
/// work-item for four neighbouring samples.
wb::Experiment mix_exercise();

}  // namespace chapters
