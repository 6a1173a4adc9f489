// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"
#include "wb/experiment.hpp"

namespace chapters {

/// One work-item per element, reading or writing along rows.
wb::Variant transpose_read_coalesced();
wb::Variant transpose_write_coalesced();
/// A 32x32 tile in local memory, its rows padded by `pad` words; `rows` rows of work-items move it.
wb::Variant transpose_tile(int pad, std::size_t rows);
/// Blocks of 4x4 turned in registers, put together in a 64x64 tile of float4.
wb::Variant transpose_float4(bool swizzle);
/// The blocks alone: no local memory, no barrier.
wb::Variant transpose_registers();
/// One-item work-groups that turn 16x16 blocks in vector registers. `streaming` stores past the
/// caches, `ahead` asks for the next tile meanwhile.
wb::Variant transpose_cpu(bool streaming, bool ahead);

/// out[width][height] = transpose of in[height][width], any rectangle. Dimensions: height, width.
wb::Experiment transpose();
/// The yardstick: the same bytes, copied, with ordinary and with streaming stores.
wb::Experiment plain_copy();
/// Prints each transpose against the copy with the same kind of store, both of this run.
void report_of_copy(wb::Chapter& chapter);

/// The exercise: a square matrix, transposed in place.
wb::Experiment transpose_exercise();

}  // namespace chapters
