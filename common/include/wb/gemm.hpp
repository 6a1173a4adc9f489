// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"
#include "wb/session.hpp"

namespace wb {

/// C[M][N] = A[M][K] B[K][N] in single precision, row-major, any M, N, K of at least 1.
/// Inputs A and B, output C. Chapters 03 to 06 and 12 add their variants to it.
/// Small products are compared element by element with a reference in double; above 2^31 flops the
/// product is checked against a random vector (Freivalds 1977) and at 4096 sampled elements.
/// `operand_rounding`: the relative error with which the variants read A and B (2^-11 where they
/// round to TF32); two of it are allowed beyond the rounding of sums, and none for small integers.
Experiment gemm(double operand_rounding = 0);

/// Flops 2MNK and the least bytes 4(MK + KN + MN).
Work gemm_work(const Size& mnk);

/// The sizes at which every GEMM variant is tested: cubes and rectangles beside every tile.
std::vector<Size> gemm_test_sizes();

}  // namespace wb
