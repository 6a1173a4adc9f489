// wrong: called_constant; judge: lens; says: constant_load_words
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The starter, with inputs that are called constant: their loads are no longer counted as global.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_abt(int M, int N, int K, __constant float* A, __constant float* B,
              __global float* C) {
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);  // of C; a row of B
  const int row = get_global_id(1);  // of C; a row of A
  float sum = 0.0f;
  if (row < M && col < N) {
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[col * K + k];
    C[row * N + col] = sum;
  }
}
