// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose in the shape of a CPU: a work-item is alone in its work-group. It turns blocks of 16x16 in
// vector registers and gathers them in a tile of 64x64, which stays in the nearest cache. Any rectangle.
//   DOWN               tiles that a work-item turns, one below the other
//   STREAMING, AHEAD   1: store past the caches; fetch the next tile meanwhile (Clang's builtins)
#ifndef DOWN
#define DOWN 8
#endif
#ifndef STREAMING
#define STREAMING 0
#define AHEAD 0
#endif
#if STREAMING
#define STORE_LINE(value, place) __builtin_nontemporal_store(value, (__global float16*)(place))
#else
#define STORE_LINE(value, place) (*(__global float16*)(place) = (value))
#endif
#define UNROLLED _Pragma("unroll")
#define TILE 64
// One round of four interleaves rows i and i + 8, element by element. After four, rows are columns.
// <round>
#define LOW(a, b) (float16)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, \
                            a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7)
#define HIGH(a, b) (float16)(a.s8, b.s8, a.s9, b.s9, a.sa, b.sa, a.sb, b.sb, \
                             a.sc, b.sc, a.sd, b.sd, a.se, b.se, a.sf, b.sf)
#define ROUND(from, to) UNROLLED for (int i = 0; i < 8; ++i) \
    to[2 * i] = LOW(from[i], from[i + 8]), to[2 * i + 1] = HIGH(from[i], from[i + 8]);
// </round>

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void transpose_cpu(int width, int height, __global const float* restrict in,
                   __global float* restrict out) {
  const int x = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE * DOWN;
  for (int y = y0; y < min(y0 + TILE * DOWN, height); y += TILE) {
    if (height % 16 != 0 || x + TILE > width || y + TILE > height) {  // not whole lines
      for (int i = x; i < min(x + TILE, width); ++i)
        for (int j = y; j < min(y + TILE, height); ++j) out[i * height + j] = in[j * width + i];
      continue;
    }
    // <tile>
    float16 tile[TILE][TILE / 16];
    for (int j = 0; j < TILE; j += 16) {
      for (int k = 0; k < TILE; k += 16) {
        float16 a[16], b[16];
        UNROLLED for (int i = 0; i < 16; ++i) a[i] = vload16(0, in + (y + j + i) * width + x + k);
        ROUND(a, b) ROUND(b, a) ROUND(a, b) ROUND(b, a)
        UNROLLED for (int i = 0; i < 16; ++i) tile[k + i][j / 16] = a[i];
      }
    }
    for (int i = 0; i < TILE; ++i)
      UNROLLED for (int j = 0; j < TILE; j += 16) {
#if AHEAD
        __builtin_prefetch((const void*)(ulong)(in + min(y + TILE + i, height - 1) * width + x + j));
#endif
        STORE_LINE(tile[i][j / 16], out + (x + i) * height + y + j);
      }
    // </tile>
  }
}
