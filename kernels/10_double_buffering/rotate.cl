// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Turns each sample, a complex number (x, y), by `work` small steps: what a digital mixer does to a
// radio signal. Eight bytes in, eight bytes out, six flops a step: `work` sets how much there is to
// compute for each byte that has to travel. A rotation loses nothing, so every output still depends on
// its own input however long the loop, and double precision can check it.
//   COS, SIN   one step's angle, 1/64 of a radian
#ifndef COS
#define COS 0.99987793f
#define SIN 0.015624364f
#endif

// <kernel>
__kernel void rotate_samples(int n, int work, __global const float2* in, __global float2* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float2 z = in[i];
  for (int step = 0; step < work; ++step) {
    z = (float2)(z.x * COS - z.y * SIN, z.x * SIN + z.y * COS);
  }
  out[i] = z;
}
// </kernel>
