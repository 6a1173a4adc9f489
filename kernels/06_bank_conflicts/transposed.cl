// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Tiled GEMM that keeps A's tile transposed. Writing it walks down a column of the tile, and how the
// tile is laid out decides whether the lanes meet in one bank.
//   LAYOUT   0: plain rows of 32; 1: rows padded to 33; 2: columns swizzled with the row
#ifndef LAYOUT
#define LAYOUT 0
#endif
#define TILE 32

// <layouts>
#if LAYOUT == 0
#define WIDTH TILE
#define AT(row, col) (row) * WIDTH + (col)
#elif LAYOUT == 1
#define WIDTH (TILE + 1)
#define AT(row, col) (row) * WIDTH + (col)
#else
#define WIDTH TILE
#define AT(row, col) (row) * WIDTH + ((col) ^ (row))
#endif
// </layouts>

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_transposed(int M, int N, int K, __global const float* A, __global const float* B,
                     __global float* C) {
  __local float tile_a[TILE * WIDTH];
  __local float tile_b[TILE][TILE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);
  const int row = get_global_id(1);

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    // <store>
    tile_a[AT(x, y)] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0.0f;
    // </store>
    tile_b[y][x] = k0 + y < K && col < N ? B[(k0 + y) * N + col] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[AT(k, y)] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
