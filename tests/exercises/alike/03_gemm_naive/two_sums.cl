// alike: two_sums
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Two sums, fma, pointers that move.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void sgemm(int M, int N, int K, float alpha, __global const float* A, int lda, __global const float* B,
           int ldb, float beta, __global float* C, int ldc) {
  const int row = get_global_id(0);
  const int col = get_global_id(1);
  if (row < M && col < N) {
    __global const float* a = A + row;
    __global const float* b = B + col * ldb;
    float even = 0.0f, odd = 0.0f;
    int k = 0;
    for (; k + 1 < K; k += 2, a += 2 * lda) {
      even = fma(a[0], b[k], even);
      odd = fma(a[lda], b[k + 1], odd);
    }
    if (k < K) even = fma(*a, b[k], even);
    float result = alpha * (even + odd);
    if (beta != 0.0f) result += beta * C[col * ldc + row];
    C[col * ldc + row] = result;
  }
}
