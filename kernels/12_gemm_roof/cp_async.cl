// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The warp tile fed by cp.async: global to local memory without registers, STAGES tiles deep.
// NVIDIA only (inline PTX, compute capability 8.0). Operands and lanes as in warp_tile.cl.
#ifndef BM
#define BM 128  // tile of C per group: BM x BN, BK deep
#define BN 128
#define BK 8
#endif
#ifndef WM
#define WM 64  // tile of C per warp
#define WN 64
#endif
#ifndef STAGES
#define STAGES 4  // tiles in local memory: one is read while the others arrive
#endif
#ifndef RASTER
#define RASTER 8  // rows of tiles that are walked together, so that their panels stay in the cache
#endif
#define ITEMS (BM / WM * (BN / WN) * 32)
#define TM (WM / 8)  // per work-item: TM x TN elements, in pieces of 4 x 4
#define TN (WN / 4)

// <copy>
#define COPY_16(to, from)                                                                     \
  __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory")
#define COMMIT() __asm__ volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(left) __asm__ volatile("cp.async.wait_group %0;" ::"n"(left) : "memory")
// </copy>

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

// One tile of each operand; then the addresses move on. What lies beyond K_padded is not asked for.
#define COPY_TILE(stage)                                                                       \
  _Pragma("unroll") for (int i = 0; i < BM * BK / 4 / ITEMS; ++i)                              \
      COPY_16(a_local + ((stage) * BM * BK + i * ITEMS * 4) * 4, a_global + i * ITEMS * 4);    \
  _Pragma("unroll") for (int i = 0; i < BN * BK / 4 / ITEMS; ++i)                              \
      COPY_16(b_local + ((stage) * BN * BK + i * ITEMS * 4) * 4,                               \
              b_global + i * (ITEMS / (BN / 4)) * ldb);                                        \
  a_global += BM * BK;                                                                         \
  b_global += (size_t)BK * ldb;

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_cp_async(
    int M, int N, int K_padded, int ldb, __global const float* restrict A,
    __global const float* restrict B, __global float* restrict C) {
  __local float As[STAGES * BK * BM] __attribute__((aligned(16)));
  __local float Bs[STAGES * BK * BN] __attribute__((aligned(16)));
  const int item = get_local_id(0);

  // Groups start along dimension 0: RASTER tiles down, then the next column of them, then the next band.
  const int tile_m = get_group_id(2) * RASTER + get_group_id(0);
  const int m0 = tile_m * BM, n0 = get_group_id(1) * BN;
  if (m0 >= M) return;  // the last band may be lower; the whole group leaves

  const int warp = item / 32, lane = item % 32;
  const int row = warp / (BN / WN) * WM + ((lane >> 1 & 1) | (lane >> 2 & 6)) * 4;
  const int col = warp % (BN / WN) * WN + ((lane & 1) | (lane >> 1 & 2)) * 4;

  __global const float* a_global = A + (size_t)m0 * K_padded + item * 4;
  __global const float* b_global = B + (size_t)(item / (BN / 4)) * ldb + n0 + item % (BN / 4) * 4;
  const uint a_local = (uint)(size_t)(As + item * 4), b_local = (uint)(size_t)(Bs + item * 4);

  float sum[TM][TN], a[2][TM], b[2][TN];
#pragma unroll
  for (int i = 0; i < TM; ++i) {
#pragma unroll
    for (int j = 0; j < TN; ++j) sum[i][j] = 0.0f;
  }

  const int tiles = K_padded / BK;
#pragma unroll
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < tiles) {
      COPY_TILE(s)
    }
    COMMIT();
  }
  WAIT(STAGES - 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  READ_FRAGMENTS(0, As + row, Bs + col)

  int reading = 0, writing = STAGES - 1;
  for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      // <wait>
      if (k == BK - 1) {  // the next tile has arrived, and everybody has left the one before
        reading = reading == STAGES - 1 ? 0 : reading + 1;
        WAIT(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      // </wait>
      const int ahead = (k + 1) % BK;
      READ_FRAGMENTS((k + 1) % 2, As + reading * BM * BK + ahead * BM + row,
                     Bs + reading * BN * BK + ahead * BN + col)
      if (k == 0) {
        if (tile + STAGES - 1 < tiles) {
          COPY_TILE(writing)
        }
        COMMIT();
        writing = writing == STAGES - 1 ? 0 : writing + 1;
      }
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
