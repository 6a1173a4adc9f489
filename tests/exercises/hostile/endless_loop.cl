// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Never ends: the runner must.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_abt(int M, int N, int K, __global const float* A, __global const float* B,
              __global float* C) {
  volatile int go = 1;
  while (go) C[0] = A[0];
}
