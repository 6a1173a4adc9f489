// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// GEMM in the shape of a CPU, on operands that cpu_pack.cl laid out: 8 rows of 2 float16 sums stay in
// registers, DEPTH rows of a panel of B in the first cache, BLOCKS blocks of A in the second. A work-item
// is alone in its group and computes BLOCKS blocks of 8 x 32, one under the other. Between two depths
// the sums wait in `partial`, block after block.
//   A_panels, B_panels   see cpu_pack.cl        partial   [ceil(M / 8)][ceil(N / 32)][8][32]
#ifndef DEPTH
#define DEPTH 256
#define BLOCKS 32
#endif
#ifndef MULTIPLY_ADD
#define MULTIPLY_ADD fma  // or mad, which a compiler may round twice
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_cpu_packed(int M, int N, int K, __global const float* restrict A_panels,
                     __global const float* restrict B_panels, __global float* restrict partial,
                     __global float* restrict C) {
  const int col = get_group_id(0) * 32;
  const int first = get_group_id(1) * BLOCKS, last = min(first + BLOCKS, (M + 7) / 8);
  for (int k0 = 0; k0 < K; k0 += DEPTH) {
    const int depth = min(DEPTH, K - k0);
    for (int block = first; block < last; ++block) {
      __global const float* a = A_panels + ((size_t)block * K + k0) * 8;
      __global const float* b = B_panels + ((size_t)get_group_id(0) * K + k0) * 32;
      __global float* part = partial + ((size_t)block * get_num_groups(0) + get_group_id(0)) * 256;
      float16 sum[8][2];
      _Pragma("unroll") for (int r = 0; r < 8; ++r)
        _Pragma("unroll") for (int v = 0; v < 2; ++v) sum[r][v] = (float16)(0.0f);
      // <inner>
      for (int k = 0; k < depth; ++k, a += 8, b += 32) {
        const float16 b0 = vload16(0, b), b1 = vload16(1, b);
        _Pragma("unroll") for (int r = 0; r < 8; ++r) {
          sum[r][0] = MULTIPLY_ADD((float16)(a[r]), b0, sum[r][0]);
          sum[r][1] = MULTIPLY_ADD((float16)(a[r]), b1, sum[r][1]);
        }
      }
      // </inner>
      _Pragma("unroll") for (int r = 0; r < 8; ++r) {
        _Pragma("unroll") for (int v = 0; v < 2; ++v) {
          if (k0 > 0) sum[r][v] += vload16(2 * r + v, part);
          const int row = block * 8 + r, c = col + 16 * v;
          if (k0 + depth < K) {
            vstore16(sum[r][v], 2 * r + v, part);
          } else if (row < M && c + 16 <= N) {
            vstore16(sum[r][v], 0, C + (size_t)row * N + c);
          } else if (row < M) {
            vstore16(sum[r][v], 2 * r + v, part);
            for (int j = c; j < N; ++j) C[(size_t)row * N + j] = part[r * 32 + j - col];
          }
        }
      }
    }
  }
}
