// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The first step: 8 x 8 elements of C per work-item, held in registers. 16 loads serve 64 products.
// Operands come from pack.cl: A in panels of TILE rows, turned; B in rows of ldb floats; no bounds to check.
#define TILE 128  // tile of C per group: TILE x TILE
#ifndef BK
#define BK 8  // depth of a tile; a divisor of K_padded and a multiple of 2
#endif
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_register_tile(
    int M, int N, int K_padded, int ldb, __global const float* A, __global const float* B,
    __global float* C) {
  __local float As[BK][TILE], Bs[BK][TILE];
  const uint item = get_local_id(0);
  const int m0 = get_group_id(1) * TILE, n0 = get_group_id(0) * TILE;
  const int row = item / 16 * 8, col = item % 16 * 8;
  __global const float* panel = A + (size_t)m0 * K_padded;

  float sum[8][8] = {{0.0f}};
  for (int k0 = 0; k0 < K_padded; k0 += BK) {
    for (uint i = item; i < BK * TILE; i += ITEMS) {
      As[i / TILE][i % TILE] = panel[k0 * TILE + i];
      Bs[i / TILE][i % TILE] = B[(size_t)(k0 + i / TILE) * ldb + n0 + i % TILE];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // <inner>
    for (int k = 0; k < BK; ++k) {
      float a[8], b[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) a[i] = As[k][row + i], b[i] = Bs[k][col + i];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = fma(a[i], b[j], sum[i][j]);
      }
    }
    // </inner>
    barrier(CLK_LOCAL_MEM_FENCE);
  }

#pragma unroll
  for (int i = 0; i < 8; ++i) {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      const int m = m0 + row + i, n = n0 + col + j;
      if (m < M && n < N) C[(size_t)m * N + n] = sum[i][j];
    }
  }
}
