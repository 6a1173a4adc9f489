// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The listing that most texts begin with: dimension 0 runs over rows. Correct, and on a GPU the slow one.

// <kernel>
__kernel void gemm_row_order(int M, int N, int K, __global const float* A, __global const float* B,
                             __global float* C) {
  const int row = get_global_id(0);
  const int col = get_global_id(1);
  if (row >= M || col >= N) return;

  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
// </kernel>
