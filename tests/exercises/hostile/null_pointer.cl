// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Crashes the program that runs it.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_abt(int M, int N, int K, __global const float* A, __global const float* B,
              __global float* C) {
  volatile __global float* nowhere = (volatile __global float*)(size_t)(M - M + 8);
  *nowhere = 1.0f;
}
