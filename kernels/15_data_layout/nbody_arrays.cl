// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same step where the bodies lie as four arrays, x, y, z and mass, `pitch` apart.
#define SOFTENING 0.01f

float3 pull(float3 sum, float3 mine, float4 other) {
  const float3 d = other.xyz - mine;
  const float near = rsqrt(dot(d, d) + SOFTENING);
  return sum + d * (other.w * near * near * near);
}
__kernel void nbody_arrays(int n, int pitch, float dt, __global const float* fields,
                           __global const float4* velocity, __global float4* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  __global const float *x = fields, *y = x + pitch, *z = y + pitch, *mass = z + pitch;
  const float3 mine = (float3)(x[i], y[i], z[i]);
  float3 sum = 0.0f;
  for (int j = 0; j < n; ++j) sum = pull(sum, mine, (float4)(x[j], y[j], z[j], mass[j]));
  const float4 v = velocity[i];
  out[i] = (float4)(v.xyz + dt * sum, v.w);
}
