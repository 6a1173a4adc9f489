// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 04: C = A * transpose(B). A is M rows of K, B is N rows of K, C is M rows of N, all row-major.
// The work-group is 16x16. Both operands now lie along k, so both tiles can be loaded the same way.
//! hint 1: Chapter 04's kernel has all the parts: two tiles, a loop over k0, two barriers. Only B lies differently.
//!  Write the load of A's tile first; it is the same as there. Along what must x run in the load of B's?
//! hint 2: This work-item computes column `col` of C, which is row `col` of B. Must it load from that row itself?
//!  If x runs along k, which of the group's 16 rows of B does y stand for?
//! hint 3: Row get_group_id(0) * TILE + y of B, at k0 + x, goes to tile_b[y][x], or zero outside B. Then which
//!  element of tile_b belongs beside tile_a[y][k], and for whom does each of the two barriers wait?
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_abt(int M, int N, int K, __global const float* A, __global const float* B,
              __global float* C) {
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);  // of C; a row of B
  const int row = get_global_id(1);  // of C; a row of A
  // <todo>
  //? Give the work-group a tile of A and a tile of B in local memory, and load them so that
  //? neighbours in x read neighbours in k. Which row of B does this work-item load from?
  //? Mind the edges of all three matrices, and say before each barrier whom it waits for.
  //= float sum = 0.0f;
  //= if (row < M && col < N) {
  //=   for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[col * K + k];
  //=   C[row * N + col] = sum;
  //= }
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE + 1];  // tile_b[n][k]; one word more a row: chapter 06 says why
  const int b_row = get_group_id(0) * TILE + y;

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    tile_a[y][x] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0.0f;
    tile_b[y][x] = b_row < N && k0 + x < K ? B[b_row * K + k0 + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);  // both tiles are complete
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[x][k];
    barrier(CLK_LOCAL_MEM_FENCE);  // everybody is done with them
  }
  if (row < M && col < N) C[row * N + col] = sum;
  // </todo>
}
