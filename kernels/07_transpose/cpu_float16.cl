// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose in the shape of a CPU: a work-item is alone in its work-group and turns blocks of 16x16 in
// vector registers. Each load takes a whole cache line, and each store gives one. Any rectangle.
//   ACROSS, DOWN   blocks of 16x16 that a work-item turns, along x and along y
//   STREAMING      1: store past the caches (Clang's builtin), where the lines are whole
#ifndef ACROSS
#define ACROSS 4
#define DOWN 16
#endif
#ifndef STREAMING
#define STREAMING 0
#endif
#if STREAMING
#define STORE_LINE(value, place) __builtin_nontemporal_store(value, (__global float16*)(place))
#else
#define STORE_LINE(value, place) (*(__global float16*)(place) = (value))
#endif

// One round of four interleaves rows i and i + 8, element by element. After four, rows are columns.
// <round>
#define LOW(a, b) (float16)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, \
                            a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7)
#define HIGH(a, b) (float16)(a.s8, b.s8, a.s9, b.s9, a.sa, b.sa, a.sb, b.sb, \
                             a.sc, b.sc, a.sd, b.sd, a.se, b.se, a.sf, b.sf)
#define ROUND(from, to)                                                      \
  _Pragma("unroll") for (int i = 0; i < 8; ++i) {                            \
    to[2 * i] = LOW(from[i], from[i + 8]), to[2 * i + 1] = HIGH(from[i], from[i + 8]); \
  }
// </round>

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void transpose_cpu(int width, int height, __global const float* restrict in,
                   __global float* restrict out) {
  const int x0 = get_group_id(0) * 16 * ACROSS, y0 = get_group_id(1) * 16 * DOWN;
  const int x1 = min(x0 + 16 * ACROSS, width), y1 = min(y0 + 16 * DOWN, height);
  for (int y = y0; y < y1; y += 16) {
    for (int x = x0; x < x1; x += 16) {
      // <block>
      if (y + 16 <= height && x + 16 <= width) {
        float16 a[16], b[16];
        _Pragma("unroll") for (int i = 0; i < 16; ++i) a[i] = vload16(0, in + (y + i) * width + x);
        ROUND(a, b) ROUND(b, a) ROUND(a, b) ROUND(b, a)
        if (height % 16 == 0) {
          _Pragma("unroll") for (int i = 0; i < 16; ++i) STORE_LINE(a[i], out + (x + i) * height + y);
        } else {  // no row of the output starts at a line
          _Pragma("unroll") for (int i = 0; i < 16; ++i) vstore16(a[i], 0, out + (x + i) * height + y);
        }
        continue;
      }
      // </block>
      for (int i = x; i < min(x + 16, width); ++i) {
        for (int j = y; j < min(y + 16, height); ++j) out[i * height + j] = in[j * width + i];
      }
    }
  }
}
