// alike: sixteen_rows_two_columns
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A warp of 16 rows and 2 columns: two runs of A, two elements of B.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  const int item = get_local_id(1) * 32 + get_local_id(0);
  const int row = get_group_id(0) * 32 + item % 16 + item / 128 * 16;
  const int col = get_group_id(1) * 8 + item / 16 % 8;
  if (row >= M || col >= N) return;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[k * lda + row] * B[col * ldb + k];
  __global float* c = &C[col * ldc + row];
  *c = beta == 0.0f ? alpha * sum : alpha * sum + beta * *c;
}
