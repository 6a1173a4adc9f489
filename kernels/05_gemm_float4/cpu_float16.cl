// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same idea in the shape of a CPU: a work-item is alone in its work-group and keeps ROWS x VECS
// float16 sums in vector registers. No local memory, no barrier: a cache line is shared by nobody.
//   ROWS, VECS   rows, and vectors of 16 columns, that a work-item computes
#ifndef ROWS
#define ROWS 8
#define VECS 2
#endif
#define COLS (16 * VECS)

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_cpu(int M, int N, int K, __global const float* restrict A,
              __global const float* restrict B, __global float* restrict C) {
  const int row0 = get_group_id(1) * ROWS, col0 = get_group_id(0) * COLS;
  if (M < ROWS || N < COLS) {  // too small for one block: element by element
    for (int row = row0; row < min(row0 + ROWS, M); ++row) {
      for (int col = col0; col < min(col0 + COLS, N); ++col) {
        float s = 0.0f;
        for (int k = 0; k < K; ++k) s += A[(size_t)row * K + k] * B[(size_t)k * N + col];
        C[(size_t)row * N + col] = s;
      }
    }
    return;
  }
  // A block at the edge moves back until it fits, and stores only what is its own.
  const int row = min(row0, M - ROWS), col = min(col0, N - COLS);
  float16 sum[ROWS][VECS];
  _Pragma("unroll") for (int r = 0; r < ROWS; ++r)
    _Pragma("unroll") for (int v = 0; v < VECS; ++v) sum[r][v] = (float16)(0.0f);
  // <inner>
  for (int k = 0; k < K; ++k) {
    float16 b[VECS];
    _Pragma("unroll") for (int v = 0; v < VECS; ++v) b[v] = vload16(v, B + (size_t)k * N + col);
    _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {
      const float16 a = (float16)(A[(size_t)(row + r) * K + k]);
      _Pragma("unroll") for (int v = 0; v < VECS; ++v) sum[r][v] = fma(a, b[v], sum[r][v]);
    }
  }
  // </inner>
  _Pragma("unroll") for (int r = 0; r < ROWS; ++r)
    _Pragma("unroll") for (int v = 0; v < VECS; ++v) {
      const int c = col + 16 * v;
      if (row + r < row0) continue;
      if (c >= col0) {
        vstore16(sum[r][v], 0, C + (size_t)(row + r) * N + c);
      } else {
        float out[16];
        vstore16(sum[r][v], 0, out);
        for (int j = max(col0 - c, 0); j < 16; ++j) C[(size_t)(row + r) * N + c + j] = out[j];
      }
    }
}
