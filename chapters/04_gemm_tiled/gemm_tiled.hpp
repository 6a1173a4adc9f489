// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// Square tiles in static local arrays, loads guarded; tile * tile work-items.
wb::Variant gemm_tiled(std::size_t tile);
/// The same with local memory that the host sizes.
wb::Variant gemm_tiled_dynamic(std::size_t tile);
/// Pads A and B with zeros to whole tiles first (two more launches, whose time counts).
wb::Variant gemm_tiled_padded(std::size_t tile);

/// Sectors that tiles of this side load for one product of whole, aligned tiles: each tile element
/// is fetched once, and a sector holds 8 floats.
double tiled_load_sectors(const wb::Size& mnk, std::size_t tile, const wb::LensModel& model);

/// Chapter 03's naive kernel and all of the above.
wb::Experiment gemm_tiles();

/// The exercise: C = A * transpose(B), B[N][K] row-major, tiled like the chapter's kernel.
wb::Experiment gemm_tiled_exercise();

}  // namespace chapters
