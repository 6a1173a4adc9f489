// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A register tile per work-item, arranged by warps of 32: portable, and quick where lanes share a bank.
// Operands come from pack.cl: A in panels of BM rows, turned; B in rows of ldb floats; no bounds to check.
#ifndef BM
#define BM 128  // tile of C per group: BM x BN, BK deep
#define BN 128
#define BK 8
#endif
#ifndef WM
#define WM 64  // tile of C per warp
#define WN 64
#endif
#ifndef RASTER
#define RASTER 8  // rows of tiles that are walked together, so that their panels stay in the cache
#endif
#define ITEMS (BM / WM * (BN / WN) * 32)
#define TM (WM / 8)  // per work-item: TM x TN elements, in pieces of 4 x 4
#define TN (WN / 4)
#define LOADS_A (BM * BK / 4 / ITEMS)
#define LOADS_B (BN * BK / 4 / ITEMS)

// One column of A and one row of B, from local memory to registers, 16 bytes at a time.
#define READ_FRAGMENTS(slot, a_from, b_from)                                      \
  _Pragma("unroll") for (int q = 0; q < TM / 4; ++q) {                            \
    const float4 v = *(__local const float4*)((a_from) + q * 32);                 \
    a[slot][q * 4] = v.x, a[slot][q * 4 + 1] = v.y;                               \
    a[slot][q * 4 + 2] = v.z, a[slot][q * 4 + 3] = v.w;                           \
  }                                                                               \
  _Pragma("unroll") for (int q = 0; q < TN / 4; ++q) {                            \
    const float4 v = *(__local const float4*)((b_from) + q * 16);                 \
    b[slot][q * 4] = v.x, b[slot][q * 4 + 1] = v.y;                               \
    b[slot][q * 4 + 2] = v.z, b[slot][q * 4 + 3] = v.w;                           \
  }

#define FETCH()                                                                                   \
  _Pragma("unroll") for (int i = 0; i < LOADS_A; ++i) next_a[i] = a_global[i * ITEMS];            \
  _Pragma("unroll") for (int i = 0; i < LOADS_B; ++i) next_b[i] = *(__global const float4*)(      \
      b_global + i * (ITEMS / (BN / 4)) * ldb);                                                   \
  a_global += BM * BK / 4;                                                                        \
  b_global += (size_t)BK * ldb;
#define STORE(stage)                                                                              \
  _Pragma("unroll") for (int i = 0; i < LOADS_A; ++i)                                             \
      ((__local float4*)As[stage])[item + i * ITEMS] = next_a[i];                                 \
  _Pragma("unroll") for (int i = 0; i < LOADS_B; ++i)                                             \
      ((__local float4*)Bs[stage])[item + i * ITEMS] = next_b[i];

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_warp_tile(
    int M, int N, int K_padded, int ldb, __global const float* restrict A,
    __global const float* restrict B, __global float* restrict C) {
  __local float As[2][BK * BM] __attribute__((aligned(16)));
  __local float Bs[2][BK * BN] __attribute__((aligned(16)));
  const uint item = get_local_id(0);

  // Groups start along dimension 0: RASTER tiles down, then the next column of them, then the next band.
  const int tile_m = get_group_id(2) * RASTER + get_group_id(0);
  const int m0 = tile_m * BM, n0 = get_group_id(1) * BN;
  if (m0 >= M) return;  // the last band may be lower; the whole group leaves

  // <lanes>
  // 8 lanes down, 4 across. A depends on bits 1, 3, 4 of the lane and B on bits 0, 2, so that in
  // each half of the warp a read of either touches 64 bytes: one wavefront a half, no conflicts.
  const uint warp = item / 32, lane = item % 32;
  const int row = warp / (BN / WN) * WM + ((lane >> 1 & 1) | (lane >> 2 & 6)) * 4;
  const int col = warp % (BN / WN) * WN + ((lane & 1) | (lane >> 1 & 2)) * 4;
  // </lanes>

  __global const float4* a_global = (__global const float4*)(A + (size_t)m0 * K_padded) + item;
  __global const float* b_global = B + (size_t)(item / (BN / 4)) * ldb + n0 + item % (BN / 4) * 4;

  float sum[TM][TN], a[2][TM], b[2][TN];
  float4 next_a[LOADS_A], next_b[LOADS_B];
#pragma unroll
  for (int i = 0; i < TM; ++i) {
#pragma unroll
    for (int j = 0; j < TN; ++j) sum[i][j] = 0.0f;
  }

  FETCH()
  STORE(0)
  barrier(CLK_LOCAL_MEM_FENCE);
  READ_FRAGMENTS(0, As[0] + row, Bs[0] + col)

  int stage = 0;
  for (int left = K_padded / BK; left > 0; --left) {
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      // <ahead>
      if (k == 0 && left > 1) {
        FETCH()  // on its way while this tile is multiplied
      }
      if (k == BK - 1 && left > 1) {
        stage ^= 1;
        STORE(stage)
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      const int ahead = (k + 1) % BK;  // the fragments of the next step, while this one computes
      READ_FRAGMENTS((k + 1) % 2, As[stage] + ahead * BM + row, Bs[stage] + ahead * BN + col)
      // </ahead>
// There and back along the rows, so that each turn keeps an operand; see the text on banks.
#pragma unroll
      for (int j = 0; j < TN; ++j) {
#pragma unroll
        for (int s = 0; s < TM; ++s) {
          const int i = j % 2 ? TM - 1 - s : s;
          sum[i][j] = fma(a[k % 2][i], b[k % 2][j], sum[i][j]);
        }
      }
    }
  }

  // One float at a time: a 16-byte store would tie four sums to four registers in a row, and in the
  // loop those would share a bank with the operands.
#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int m = m0 + row + i / 4 * 32 + i % 4;
#pragma unroll
    for (int j = 0; j < TN; ++j) {
      const int n = n0 + col + j / 4 * 16 + j % 4;
      if (m < M && n < N) C[(size_t)m * N + n] = sum[i][j];
    }
  }
}
