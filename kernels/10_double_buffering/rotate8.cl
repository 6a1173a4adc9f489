// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same for CPUs: eight samples a work-item, as one vector of their x and one of their y. A step
// waits for the step before it, so one sample at a time leaves a vector unit idle. One work-item after
// the last whole vector turns what is left, sample by sample. The elements are loaded and stored one by
// one; the compiler makes shuffles of that, and a simulator that does not know them all can follow.
//   COS, SIN   one step's angle, 1/64 of a radian
#ifndef COS
#define COS 0.99987793f
#define SIN 0.015624364f
#endif

// <kernel>
__kernel void rotate_samples8(int n, int work, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i < n / 8) {
    __global const float* from = in + 16 * i;
    float8 x = (float8)(from[0], from[2], from[4], from[6], from[8], from[10], from[12], from[14]);
    float8 y = (float8)(from[1], from[3], from[5], from[7], from[9], from[11], from[13], from[15]);
    for (int step = 0; step < work; ++step) {
      const float8 turned = x * COS - y * SIN;
      y = x * SIN + y * COS;
      x = turned;
    }
    __global float* to = out + 16 * i;
    to[0] = x.s0, to[1] = y.s0;
    to[2] = x.s1, to[3] = y.s1;
    to[4] = x.s2, to[5] = y.s2;
    to[6] = x.s3, to[7] = y.s3;
    to[8] = x.s4, to[9] = y.s4;
    to[10] = x.s5, to[11] = y.s5;
    to[12] = x.s6, to[13] = y.s6;
    to[14] = x.s7, to[15] = y.s7;
  }
  if (i == n / 8) {
    for (int k = 8 * i; k < n; ++k) {
      float2 z = vload2(k, in);
      for (int step = 0; step < work; ++step) {
        z = (float2)(z.x * COS - z.y * SIN, z.x * SIN + z.y * COS);
      }
      vstore2(z, k, out);
    }
  }
}
// </kernel>
