// wrong: sum_in_c; judge: lens; says: global_store_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Adds up in C itself: a load and a store for each k.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  const int row = get_global_id(0);
  const int col = get_global_id(1);
  if (row >= M || col >= N) return;
  __global float* c = &C[col * ldc + row];
  *c = beta == 0.0f ? 0.0f : beta * *c;
  for (int k = 0; k < K; ++k) *c += alpha * A[k * lda + row] * B[col * ldb + k];
}
