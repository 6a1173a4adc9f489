// wrong: barrier_after_first_use_only; judge: race; says: sum \+= tile_a\[y\]\[k\] \* tile_b\[x\]\[k\]
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The second barrier stands after the first tile only: right up to two tiles.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_abt(int M, int N, int K, __global const float* A, __global const float* B,
              __global float* C) {
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);  // of C; a row of B
  const int row = get_global_id(1);  // of C; a row of A
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE + 1];  // tile_b[n][k]; one word more a row: chapter 06 says why
  const int b_row = get_group_id(0) * TILE + y;

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    tile_a[y][x] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0.0f;
    tile_b[y][x] = b_row < N && k0 + x < K ? B[b_row * K + k0 + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);  // both tiles are complete
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[x][k];
    if (k0 == 0) barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
