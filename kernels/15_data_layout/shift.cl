// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A copy whose source does not begin where a sector does.
//   OFFSET   floats from the start of the buffer to the first that is read
//   WIDTH    floats a work-item: 1, or 4
//   VLOAD    1: vload4, which asks for no alignment; 0: a float4 at an address that is a multiple of 16
#ifndef OFFSET
#define OFFSET 0
#endif
#ifndef WIDTH
#define WIDTH 1
#endif
#ifndef VLOAD
#define VLOAD 0
#endif

// <kernel>
__kernel void shift_copy(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n / WIDTH) return;
#if WIDTH == 1
  out[i] = in[i + OFFSET];
#elif VLOAD
  ((__global float4*)out)[i] = vload4(i, in + OFFSET);
#else
  ((__global float4*)out)[i] = ((__global const float4*)(in + OFFSET))[i];
#endif
}
// </kernel>
