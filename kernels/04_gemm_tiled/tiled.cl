// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Tiled GEMM: a work-group loads one tile of A and one of B into local memory, and every value in them
// is then used TILE times. Any M, N, K: what lies outside is loaded as zero.
//   TILE   side of the square tile and of the work-group; TILE * TILE work-items
#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_tiled(int M, int N, int K, __global const float* A, __global const float* B,
                __global float* C) {
  // <tiles>
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE];
  // </tiles>
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);
  const int row = get_global_id(1);

  float sum = 0.0f;
  // <loop>
  for (int k0 = 0; k0 < K; k0 += TILE) {
    // <load>
    tile_a[y][x] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0.0f;
    tile_b[y][x] = k0 + y < K && col < N ? B[(k0 + y) * N + col] : 0.0f;
    // </load>
    barrier(CLK_LOCAL_MEM_FENCE);  // nobody reads a tile that is not complete

    // <use>
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
    // </use>
    barrier(CLK_LOCAL_MEM_FENCE);  // nobody overwrites a tile that is still being read
  }
  // </loop>

  // <store>
  if (row < M && col < N) C[row * N + col] = sum;
  // </store>
}
