// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// Wavefronts that a request needs when neighbouring lanes read `stride` words apart: how many
/// lanes meet in the fullest bank.
double conflict_degree(std::size_t stride, const wb::LensModel& model);

/// Reads local memory at one stride; `items` work-items in work-groups of 256.
wb::Variant stride_read(std::size_t stride);
/// Strides 1 to 33. Dimension: work-items.
wb::Experiment stride_sweep();

enum class TileLayout { kPlain, kPadded, kSwizzled };
/// Tiled GEMM with A's tile transposed in local memory.
wb::Variant gemm_transposed(TileLayout layout);
/// Chapter 04's tile of 32 and the three layouts.
wb::Experiment gemm_layouts();

/// The exercise: blocks of 2^bits floats in bit-reversed order. Dimensions: blocks, bits.
wb::Experiment bit_reversal_exercise();

}  // namespace chapters
