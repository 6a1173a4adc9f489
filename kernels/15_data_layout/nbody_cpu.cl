// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same step in a CPU's shape: each work-item moves 16 bodies, a field of all of them in one vector. The
// bodies lie as four arrays, x, y, z and mass, `pitch` apart; out and velocity are as before.
#define SOFTENING 0.01f
__kernel void nbody_cpu(int n, int pitch, float dt, __global const float* fields,
                        __global const float4* velocity, __global float4* out) {
  const int first = 16 * get_global_id(0);
  const float16 x = vload16(0, fields + first), y = vload16(0, fields + pitch + first),
                z = vload16(0, fields + 2 * pitch + first);
  float16 ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float16 dx = fields[j] - x, dy = fields[pitch + j] - y, dz = fields[2 * pitch + j] - z;
    const float16 near = rsqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
    const float16 weight = fields[3 * pitch + j] * near * near * near;
    ax += dx * weight;
    ay += dy * weight;
    az += dz * weight;
  }
  float sums[48];
  vstore16(ax, 0, sums);
  vstore16(ay, 1, sums);
  vstore16(az, 2, sums);
  for (int k = 0; k < 16 && first + k < n; ++k) {
    const float4 v = velocity[first + k];
    out[first + k] = v + dt * (float4)(sums[k], sums[16 + k], sums[32 + k], 0.0f);
  }
}
