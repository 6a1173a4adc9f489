// alike: other_dimensions
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Both coordinates from the local and group ids, the columns from the last to the first.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  const int row = get_group_id(0) * 32 + get_local_id(0);
  const int col = N - 1 - (int)(get_group_id(1) * 8 + get_local_id(1));
  if (row >= M || col < 0) return;
  float sum = 0.0f;
  for (int k = K - 1; k >= 0; --k) sum += A[k * lda + row] * B[col * ldb + k];
  __global float* c = &C[col * ldc + row];
  *c = beta == 0.0f ? alpha * sum : alpha * sum + beta * *c;
}
