// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// out = in / 2 + 1/4 where memory holds floats: twice the bytes of half.cl.
//   WIDTH   floats a work-item: 1 or 4; n is a multiple of it
#ifndef WIDTH
#define WIDTH 1
#endif
#if WIDTH == 1
typedef float floats;
#else
typedef float4 floats;
#endif

__kernel void scale_float(int n, __global const floats* in, __global floats* out) {
  const int i = get_global_id(0);
  if (i < n / WIDTH) out[i] = 0.5f * in[i] + 0.25f;
}
