// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Operands for cpu_packed.cl, laid out in the order in which it reads them. Zeros fill up the edges.
//   A_panels  [ceil(M / 8)][K][8]     a column of 8 rows after the other
//   B_panels  [ceil(N / 32)][K][32]   a row of 32 columns after the other
// A work-item is alone in its group: DEPTH columns of 8 rows of A, or 16 rows of 512 columns of B.
#define DEPTH 256

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pack_a(int M, int K, __global const float* restrict A, __global float* restrict A_panels) {
  const int panel = get_group_id(1), row = panel * 8, end = min(K, (int)(get_group_id(0) + 1) * DEPTH);
  __global float* out = A_panels + (size_t)panel * K * 8;
  for (int k = get_group_id(0) * DEPTH; k < end; ++k) {
    _Pragma("unroll") for (int r = 0; r < 8; ++r) {
      out[(size_t)k * 8 + r] = row + r < M ? A[(size_t)(row + r) * K + k] : 0.0f;
    }
  }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pack_b(int N, int K, __global const float* restrict B, __global float* restrict B_panels) {
  const int k0 = get_group_id(1) * 16, k1 = min(K, k0 + 16), end = min(N, (int)(get_group_id(0) + 1) * 512);
  for (int col = get_group_id(0) * 512; col < end; col += 32) {
    for (int k = k0; k < k1; ++k) {
      __global const float* row = B + (size_t)k * N + col;
      __global float* out = B_panels + ((size_t)(col / 32) * K + k) * 32;
      if (col + 32 <= N) {
        vstore16(vload16(0, row), 0, out);
        vstore16(vload16(1, row), 1, out);
      } else {
        for (int j = 0; j < 32; ++j) out[j] = col + j < N ? row[j] : 0.0f;
      }
    }
  }
}
