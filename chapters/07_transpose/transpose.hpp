// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// One work-item per element, reading or writing along rows.
wb::Variant transpose_read_coalesced();
wb::Variant transpose_write_coalesced();
/// A 32x32 tile in local memory, its rows padded by `pad` words.
wb::Variant transpose_tile(int pad);

/// out[width][height] = transpose of in[height][width], any rectangle. Dimensions: height, width.
wb::Experiment transpose();

}  // namespace chapters
