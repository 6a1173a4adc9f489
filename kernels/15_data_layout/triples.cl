// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The squared length of vectors of three floats, stored in three ways.
//   STORED   0: float3, 16 bytes each; 1: packed, 12 bytes each; 2: three arrays
#ifndef STORED
#define STORED 0
#endif

// <kernel>
__kernel void squared_length(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
#if STORED == 0
  const float3 v = ((__global const float3*)in)[i];
#elif STORED == 1
  const float3 v = vload3(i, in);
#else
  const float3 v = (float3)(in[i], in[n + i], in[2 * n + i]);
#endif
  out[i] = v.x * v.x + v.y * v.y + v.z * v.z;
}
// </kernel>
