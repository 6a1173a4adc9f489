// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Matrix units: mma.sync m16n8k8 on TF32 operands, fed by cp.async, ldmatrix and swizzled local memory.
// NVIDIA only (inline PTX, compute capability 8.0). K is a multiple of BK; lda and ldb of 4.
#ifndef BM
#define BM 128  // tile of C per group: BM x BN, BK deep; BK is 16 or 32
#define BN 128
#define BK 16
#endif
#ifndef WM
#define WM 64  // tile of C per warp
#define WN 64
#endif
#ifndef STAGES
#define STAGES 3  // tiles in local memory: one is read while the others arrive
#endif
#ifndef RASTER
#define RASTER 8  // rows of tiles that are walked together, so that their panels stay in the cache
#endif
#ifndef ROUND
#define ROUND 1  // 1: round operands to TF32; 0: let the unit cut their last 13 bits off
#endif
#define ITEMS (BM / WM * (BN / WN) * 32)
#define MT (WM / 16)  // a warp's tile in pieces of 16 x 8
#define NT (WN / 8)
#define CHUNKS (BK / 4)  // pieces of 16 bytes in a row of A's tile

#define COPY_16(to, from)                                                                     \
  __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory")
#define COMMIT() __asm__ volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(left) __asm__ volatile("cp.async.wait_group %0;" ::"n"(left) : "memory")
#define LDMATRIX(r, from)                                                              \
  __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"     \
                   : "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])            \
                   : "r"(from))
#define MMA(c, a, b)                                                                          \
  __asm__("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "                               \
          "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                             \
          : "+f"((c)[0]), "+f"((c)[1]), "+f"((c)[2]), "+f"((c)[3])                            \
          : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]), "r"((b)[1]))
#if ROUND
#define TO_TF32(x) __asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(x) : "f"(as_float(x)))
#else
#define TO_TF32(x)
#endif

// Where a 16-byte chunk of a row goes, so that what a warp reads at once lies in 32 different banks.
#define SWIZZLE_A(row, chunk) ((chunk) ^ (BK == 32 ? (row) & 7 : (row) >> 1 & 3))
#define SWIZZLE_B(k, col) ((col) ^ ((k) & 3) * 8)

#define COPY_TILE(stage)                                                                      \
  _Pragma("unroll") for (int i = 0; i < BM * CHUNKS / ITEMS; ++i) {                           \
    COPY_16(a_local + ((stage) * BM * BK + i * (ITEMS / CHUNKS) * BK) * 4, a_global[i]);      \
    a_global[i] += BK;                                                                        \
  }                                                                                           \
  _Pragma("unroll") for (int i = 0; i < BK * BN / 4 / ITEMS; ++i)                             \
      COPY_16(b_local + ((stage) * BN * BK + i * ITEMS * 4) * 4,                              \
              b_global + i * (ITEMS / (BN / 4)) * ldb);                                       \
  b_global += (size_t)BK * ldb;

// Step s of a tile (8 deep): MT pieces of A by ldmatrix, NT of B by single words.
#define READ_FRAGMENTS(slot, stage, s)                                                         \
  _Pragma("unroll") for (int i = 0; i < MT; ++i) {                                             \
    LDMATRIX(a[slot][i], (a_read ^ (s) * 32) + ((stage) * BM * BK + i * 16 * BK) * 4);         \
  }                                                                                            \
  _Pragma("unroll") for (int j = 0; j < NT; ++j) {                                             \
    __local const float* from = Bs + (stage) * BN * BK + (s) * 8 * BN + j / 4 * 32;            \
    b[slot][j][0] = as_uint(from[b_read[j % 4]]);                                              \
    b[slot][j][1] = as_uint(from[b_read[j % 4] + 4 * BN]);                                     \
  }

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_tf32(
    int M, int N, int K, int lda, int ldb, __global const float* restrict A,
    __global const float* restrict B, __global float* restrict C) {
  __local float As[STAGES * BM * BK] __attribute__((aligned(128)));
  __local float Bs[STAGES * BN * BK] __attribute__((aligned(128)));
  const int item = get_local_id(0);

  const int tiles_m = (M + BM - 1) / BM, tiles_n = (N + BN - 1) / BN;
  const int band = get_group_id(0) / (RASTER * tiles_n);
  const int in_band = get_group_id(0) % (RASTER * tiles_n);
  const int height = min(RASTER, tiles_m - band * RASTER);
  const int m0 = (band * RASTER + in_band % height) * BM, n0 = in_band / height * BN;

  // What lies beyond the matrix is read from its last row or column instead, and never stored.
  const int a_row = item / CHUNKS, a_chunk = item % CHUNKS;
  const int b_row = item / (BN / 4), b_col = item % (BN / 4) * 4;
  const uint a_local =
      (uint)(size_t)(As) + (a_row * BK + SWIZZLE_A(a_row, a_chunk) * 4) * 4;
  const uint b_local = (uint)(size_t)(Bs) + (b_row * BN + SWIZZLE_B(b_row, b_col)) * 4;
  __global const float* a_global[BM * CHUNKS / ITEMS];
#pragma unroll
  for (int i = 0; i < BM * CHUNKS / ITEMS; ++i) {
    a_global[i] = A + (size_t)min(m0 + a_row + i * (ITEMS / CHUNKS), M - 1) * lda + a_chunk * 4;
  }
  __global const float* b_global = B + (size_t)b_row * ldb + min(n0 + b_col, ldb - 4);

  const int warp = item / 32, lane = item % 32;
  const int warp_m = warp / (BN / WN) * WM, warp_n = warp % (BN / WN) * WN;
  const int lane_row = warp_m + lane % 16;  // which row's chunk this lane names to ldmatrix
  const uint a_read =
      (uint)(size_t)(As) + (lane_row * BK + SWIZZLE_A(lane_row, lane / 16) * 4) * 4;
  int b_read[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    b_read[j] = lane % 4 * BN + SWIZZLE_B(lane % 4, warp_n + j * 8 + lane / 4);
  }

  float sum[MT][NT][4];
  uint a[2][MT][4], b[2][NT][2];
#pragma unroll
  for (int i = 0; i < MT; ++i) {
#pragma unroll
    for (int j = 0; j < NT; ++j) sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = 0.0f;
  }

  const int tiles = K / BK;
#pragma unroll
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < tiles) {
      COPY_TILE(s)
    }
    COMMIT();
  }
  WAIT(STAGES - 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  READ_FRAGMENTS(0, 0, 0)

  int reading = 0, writing = STAGES - 1;
  for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
    for (int s = 0; s < BK / 8; ++s) {
      if (s == BK / 8 - 1) {  // the next tile has arrived, and everybody has left the one before
        reading = reading == STAGES - 1 ? 0 : reading + 1;
        WAIT(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      READ_FRAGMENTS((s + 1) % 2, reading, (s + 1) % (BK / 8))
      if (s == 0) {
        if (tile + STAGES - 1 < tiles) {
          COPY_TILE(writing)
        }
        COMMIT();
        writing = writing == STAGES - 1 ? 0 : writing + 1;
      }
#pragma unroll
      for (int i = 0; i < MT; ++i) {
#pragma unroll
        for (int r = 0; r < 4; ++r) TO_TF32(a[s % 2][i][r]);
      }
#pragma unroll
      for (int j = 0; j < NT; ++j) {
        TO_TF32(b[s % 2][j][0]);
        TO_TF32(b[s % 2][j][1]);
#pragma unroll
        for (int i = 0; i < MT; ++i) MMA(sum[i][j], a[s % 2][i], b[s % 2][j]);
      }
    }
  }

  const bool pairs = N % 2 == 0;
#pragma unroll
  for (int i = 0; i < MT; ++i) {
#pragma unroll
    for (int j = 0; j < NT; ++j) {
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const int m = m0 + warp_m + i * 16 + h * 8 + lane / 4;
        const int n = n0 + warp_n + j * 8 + lane % 4 * 2;
        if (m >= M) continue;
        __global float* out = C + (size_t)m * N + n;
        if (pairs && n < N) {
          *(__global float2*)out = (float2)(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
        } else {
          if (n < N) out[0] = sum[i][j][h * 2];
          if (n + 1 < N) out[1] = sum[i][j][h * 2 + 1];
        }
      }
    }
  }
}
