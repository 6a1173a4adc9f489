// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 04: C = A * transpose(B). A is M rows of K, B is N rows of K, C is M rows of N, all row-major.
// The work-group is 16x16. Both operands now lie along k, so both tiles can be loaded the same way.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_abt(int M, int N, int K, __global const float* A, __global const float* B,
              __global float* C) {
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);  // of C; a row of B
  const int row = get_global_id(1);  // of C; a row of A
  // TODO: Give the work-group a tile of A and a tile of B in local memory, and load them so that
  //       neighbours in x read neighbours in k. Which row of B does this work-item load from?
  //       Mind the edges of all three matrices, and say before each barrier whom it waits for.
  float sum = 0.0f;
  if (row < M && col < N) {
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[col * K + k];
    C[row * N + col] = sum;
  }
}
