// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One step of n bodies, one work-item a body: the pull of all others, read straight from global memory.
// position.w is the mass. The bodies' new velocities go to `out`.
//   UNROLL   bodies a turn of the loop
#ifndef UNROLL
#define UNROLL 1
#endif
#define SOFTENING 0.01f  // added to each squared distance, so that a body does not pull itself

// <pull>
float3 pull(float3 sum, float3 mine, float4 other) {
  const float3 d = other.xyz - mine;
  const float near = rsqrt(dot(d, d) + SOFTENING);
  return sum + d * (other.w * near * near * near);
}
// </pull>
__kernel void nbody(int n, float dt, __global const float4* position, __global const float4* velocity,
                    __global float4* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float3 mine = position[i].xyz;
  float3 sum = 0.0f;
#pragma unroll UNROLL
  for (int j = 0; j < n; ++j) sum = pull(sum, mine, position[j]);
  const float4 v = velocity[i];
  out[i] = (float4)(v.xyz + dt * sum, v.w);
}
