// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A megabyte and more of private memory for each work-item.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_abt(int M, int N, int K, __global const float* A, __global const float* B,
              __global float* C) {
  volatile float a[1 << 22];
  for (int i = 0; i < 1 << 22; ++i) a[i] = A[0];
  C[0] = a[K];
}
