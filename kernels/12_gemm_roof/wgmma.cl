// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// wgmma: two groups of 128 work-items multiply whole tiles out of local memory, while one work-item of a
// ninth warp has the copy engine fetch the next ones. Operands come from pack_tf32.cl, rounded and swizzled.
// Needs compute capability 9.0 and a rewritten binary (wb/ptx_binary.hpp): the compiler of OpenCL C knows
// no wgmma, so each such instruction waits in a comment of the PTX.
#ifndef STAGES
#define STAGES 4  // tiles in local memory, 48 KiB each
#endif
#ifndef RASTER
#define RASTER 8  // rows of tiles that are walked together, so that their panels stay in the cache
#endif
#define BM 128  // tile of C per group: two warpgroups of 64 x 256, the widest that wgmma has
#define BN 256
#define BK 32  // 128 bytes: one row of the swizzle
#define ITEMS 288  // two warpgroups multiply, one warp fetches

// mbarriers: "full" is awaited by who multiplies, "empty" by who fetches. A wait names the phase's parity.
#define BARRIER_INIT(at, count) \
  __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory")
#define ARRIVE(at) __asm__ volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory")
#define AWAIT(at, parity)                                                              \
  __asm__ volatile(                                                                    \
      "{ .reg .pred done; again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; " \
      "@!done bra again; }" ::"r"(at), "r"(parity) : "memory")
// One work-item promises the bytes, then the copy engine brings them and counts them off.
#define EXPECT(at, bytes)                                                                     \
  __asm__ volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at), "r"(bytes)  \
                   : "memory")
#define BULK_COPY(to, from, bytes, at)                                                        \
  __asm__ volatile(                                                                           \
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "    \
      "[%3];" ::"r"(to), "l"(from), "r"(bytes), "r"(at)                                       \
      : "memory")

// <placeholder>
// Comments to this compiler; instructions once the binary's target is sm_90a.
#define WGMMA_FENCE() __asm__ volatile("/*sm_90a: wgmma.fence.sync.aligned; :sm_90a*/" ::: "memory")
// </placeholder>
#define WGMMA_COMMIT() \
  __asm__ volatile("/*sm_90a: wgmma.commit_group.sync.aligned; :sm_90a*/" ::: "memory")
#define WGMMA_WAIT(left) \
  __asm__ volatile("/*sm_90a: wgmma.wait_group.sync.aligned " #left "; :sm_90a*/" ::: "memory")
#define S8(i)                                                                                     \
  "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3]), "+f"(sum[i + 4]), \
      "+f"(sum[i + 5]), "+f"(sum[i + 6]), "+f"(sum[i + 7])
#define S32(i) S8(i), S8(i + 8), S8(i + 16), S8(i + 24)
// sum[64][256] += A[64][8] B[8][256], both from local memory, addressed by descriptors.
#define WGMMA(a, b)                                                                         \
  __asm__ volatile(                                                                         \
      "/*sm_90a: wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {"                    \
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15," \
      "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31," \
      "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47," \
      "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63," \
      "%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79," \
      "%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95," \
      "%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111," \
      "%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127" \
      "}, %128, %129, 1, 1, 1; :sm_90a*/"                                                   \
      : S32(0), S32(32), S32(64), S32(96)                                                   \
      : "l"(a), "l"(b))
// A descriptor: address / 16; 8 rows of 128 bytes every 1024 bytes (64 x 16), swizzle 128 bytes.
#define DESCRIPTOR(at) (((ulong)(at) >> 4 & 0x3fff) | 1ul << 16 | 64ul << 32 | 1ul << 62)

// The next slot of the ring; its parity turns over after each round.
#define NEXT_SLOT()           \
  if (++slot == STAGES) {     \
    slot = 0;                 \
    parity ^= 1;              \
  }

#define FOR_EACH_TILE()                                                                            \
  for (int tile = get_group_id(0); tile < tiles_m * tiles_n; tile += get_num_groups(0))
#define TILE_ROW_AND_COLUMN()                                                                      \
  const int band = tile / (RASTER * tiles_n), in_band = tile % (RASTER * tiles_n);                 \
  const int height = min(RASTER, tiles_m - band * RASTER);                                         \
  const int tile_m = band * RASTER + in_band % height, tile_n = in_band / height;

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_wgmma(
    int M, int N, int K_tiles, __global const float* restrict A, __global const float* restrict B,
    __global float* restrict C) {
  __local float As[STAGES * BM * BK] __attribute__((aligned(1024)));
  __local float Bs[STAGES * BN * BK] __attribute__((aligned(1024)));
  __local ulong barriers[2 * STAGES];
  const int item = get_local_id(0);
  const uint a_local = (uint)(size_t)(As), b_local = (uint)(size_t)(Bs);
  const uint full = (uint)(size_t)(barriers), empty = full + STAGES * 8;
  if (item == 0) {
    for (int s = 0; s < STAGES; ++s) {
      BARRIER_INIT(full + s * 8, 1);
      BARRIER_INIT(empty + s * 8, 8);  // one arrival a warp
    }
    __asm__ volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int tiles_m = (M + BM - 1) / BM, tiles_n = (N + BN - 1) / BN;
  int slot = 0;
  if (item >= 256) {
    if (item != 256) return;
    int parity = 1;
    FOR_EACH_TILE() {
      TILE_ROW_AND_COLUMN()
      __global const float* a_from = A + (size_t)tile_m * K_tiles * (BM * BK);
      __global const float* b_from = B + (size_t)tile_n * K_tiles * (BN * BK);
      for (int k = 0; k < K_tiles; ++k) {
        AWAIT(empty + slot * 8, parity);
        EXPECT(full + slot * 8, (BM + BN) * BK * 4);
        BULK_COPY(a_local + slot * BM * BK * 4, a_from, BM * BK * 4, full + slot * 8);
        BULK_COPY(b_local + slot * BN * BK * 4, b_from, BN * BK * 4, full + slot * 8);
        a_from += BM * BK;
        b_from += BN * BK;
        NEXT_SLOT()
      }
    }
  } else {
    const int half_tile = item / 128, warp = item % 128 / 32, lane = item % 32;
    const ulong a_descriptor = DESCRIPTOR(a_local + half_tile * 64 * BK * 4);
    const ulong b_descriptor = DESCRIPTOR(b_local);
    int parity = 0;
    FOR_EACH_TILE() {
      TILE_ROW_AND_COLUMN()
      float sum[128];
#pragma unroll
      for (int i = 0; i < 128; ++i) sum[i] = 0.0f;
      int last = 0;
      // <multiply>
      for (int k = 0; k < K_tiles; ++k) {
        AWAIT(full + slot * 8, parity);
        WGMMA_FENCE();
        const ulong a = a_descriptor + slot * (BM * BK * 4 / 16);
        const ulong b = b_descriptor + slot * (BN * BK * 4 / 16);
#pragma unroll
        for (int s = 0; s < BK / 8; ++s) WGMMA(a + s * 2, b + s * 2);
        WGMMA_COMMIT();
        WGMMA_WAIT(1);  // the tile before this one has been read
        if (k > 0 && lane == 0) ARRIVE(empty + last * 8);
        last = slot;
        NEXT_SLOT()
      }
      // </multiply>
      WGMMA_WAIT(0);
      if (lane == 0) ARRIVE(empty + last * 8);

      const bool pairs = N % 2 == 0;
#pragma unroll
      for (int j = 0; j < BN / 8; ++j) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
          const int m = tile_m * BM + half_tile * 64 + warp * 16 + h * 8 + lane / 4;
          const int n = tile_n * BN + j * 8 + lane % 4 * 2;
          if (m >= M) continue;
          __global float* out = C + (size_t)m * N + n;
          if (pairs && n < N) {
            *(__global float2*)out = (float2)(sum[j * 4 + h * 2], sum[j * 4 + h * 2 + 1]);
          } else {
            if (n < N) out[0] = sum[j * 4 + h * 2];
            if (n + 1 < N) out[1] = sum[j * 4 + h * 2 + 1];
          }
        }
      }
    }
  }
}
