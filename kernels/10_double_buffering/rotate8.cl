// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same for CPUs: eight samples a work-item, as one vector of their x and one of their y. A step
// waits for the step before it, so one sample at a time leaves a vector unit idle. One work-item after
// the last whole vector turns what is left, sample by sample.
//   COS, SIN   one step's angle, 1/64 of a radian
#ifndef COS
#define COS 0.99987793f
#define SIN 0.015624364f
#endif

// <kernel>
__kernel void rotate_samples8(int n, int work, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i < n / 8) {
    const float16 samples = vload16(i, in);
    float8 x = samples.even, y = samples.odd;
    for (int step = 0; step < work; ++step) {
      const float8 turned = x * COS - y * SIN;
      y = x * SIN + y * COS;
      x = turned;
    }
    float16 result;
    result.even = x;
    result.odd = y;
    vstore16(result, i, out);
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
