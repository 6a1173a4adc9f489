// wrong: chapters_order; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Dimension 0 over columns, as in the chapter; but here columns lie side by side nowhere.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  if (row >= M || col >= N) return;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[k * lda + row] * B[col * ldb + k];
  __global float* c = &C[col * ldc + row];
  *c = beta == 0.0f ? alpha * sum : alpha * sum + beta * *c;
}
