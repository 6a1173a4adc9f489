// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 03: C = alpha * A * B + beta * C, as BLAS has it. A is M x K, B is K x N, C is M x N, and all three
// are stored column by column. Column j of C begins at C + j * ldc, and ldc is more than M: what lies between
// two columns is not yours. The same holds for A with lda and for B with ldb. Where beta is 0, C may hold NaN.
// The work-group is 32 x 8. Both dimensions of the launch reach as far as M and as far as N.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  // TODO: This is chapter 03's better order: neighbours compute neighbours in a row of C. And beta is
  //       missing. Draw how A, B and C lie in memory here, and what neighbours read and store: which order
  //       is better now? Then add beta times C, where C may be looked at.
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  if (row >= M || col >= N) return;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[k * lda + row] * B[col * ldb + k];
  C[col * ldc + row] = alpha * sum;
}
