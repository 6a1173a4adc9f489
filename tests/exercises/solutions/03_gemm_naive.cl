// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 03: C = alpha * A * B + beta * C, as BLAS has it. A is M x K, B is K x N, C is M x N, and all three
// are stored column by column. Column j of C begins at C + j * ldc, and ldc is more than M: what lies between
// two columns is not yours. The same holds for A with lda and for B with ldb. Where beta is 0, C may hold NaN.
// The work-group is 32 x 8. Both dimensions of the launch reach as far as M and as far as N.
//! hint 1: Take two neighbours in x. If they compute neighbours in a row of C, how far apart are the two elements
//!  of B that they read for the same k? And how far apart do they store?
//! hint 2: Now let them compute neighbours in a column of C. Which of A and B do they read side by side, and of
//!  which one do both read the same element? Which coordinate is get_global_id(0) then?
//! hint 3: What is 0 times NaN, and for which beta may C be read at all? Element (row, col) is C[col * ldc + row].

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  // <todo>
  //? This is chapter 03's better order: neighbours compute neighbours in a row of C. And beta is
  //? missing. Draw how A, B and C lie in memory here, and what neighbours read and store: which order
  //? is better now? Then add beta times C, where C may be looked at.
  //= const int col = get_global_id(0);
  //= const int row = get_global_id(1);
  //= if (row >= M || col >= N) return;
  //= float sum = 0.0f;
  //= for (int k = 0; k < K; ++k) sum += A[k * lda + row] * B[col * ldb + k];
  //= C[col * ldc + row] = alpha * sum;
  const int row = get_global_id(0);
  const int col = get_global_id(1);
  if (row >= M || col >= N) return;

  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[k * lda + row] * B[col * ldb + k];
  __global float* c = &C[col * ldc + row];
  *c = beta == 0.0f ? alpha * sum : alpha * sum + beta * *c;
  // </todo>
}
