// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The negative of a picture of bytes: one, four or sixteen a work-item.
//   WIDTH    bytes a work-item: 1, 4 or 16; n is a multiple of it
//   OFFSET   bytes from the start of the buffer to the first that is read
//   VLOAD    1: vload4 or vload16, which ask for no alignment
#ifndef WIDTH
#define WIDTH 1
#endif
#ifndef OFFSET
#define OFFSET 0
#endif
#ifndef VLOAD
#define VLOAD 0
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef uchar bytes;
#else
typedef JOIN(uchar, WIDTH) bytes;
#endif
__kernel void negative(int n, __global const uchar* in, __global bytes* out) {
  const int i = get_global_id(0);
  if (i >= n / WIDTH) return;
#if VLOAD
  out[i] = ~JOIN(vload, WIDTH)(i, in + OFFSET);
#else
  out[i] = ~((__global const bytes*)(in + OFFSET))[i];
#endif
}
