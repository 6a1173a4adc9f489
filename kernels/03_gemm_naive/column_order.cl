// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same sum with one line changed: dimension 0 runs over columns, so neighbours read neighbours.

__kernel void gemm_column_order(int M, int N, int K, __global const float* A,
                                __global const float* B, __global float* C) {
  // <ids>
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  // </ids>
  if (row >= M || col >= N) return;

  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
