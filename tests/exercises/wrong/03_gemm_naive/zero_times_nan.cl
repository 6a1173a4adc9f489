// wrong: zero_times_nan; judge: values; says: elements of C are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// With beta 0 C must not be looked at: 0 times NaN is NaN.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  const int row = get_global_id(0);
  const int col = get_global_id(1);
  if (row >= M || col >= N) return;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[k * lda + row] * B[col * ldb + k];
  C[col * ldc + row] = alpha * sum + beta * C[col * ldc + row];
}
