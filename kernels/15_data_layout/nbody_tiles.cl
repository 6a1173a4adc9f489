// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same step with tiles: a work-group fetches TILE bodies together, and each of its work-items uses them.
//   TILE   bodies a tile; also the work-group
#ifndef TILE
#define TILE 256
#endif
#define SOFTENING 0.01f

float3 pull(float3 sum, float3 mine, float4 other) {
  const float3 d = other.xyz - mine;
  const float near = rsqrt(dot(d, d) + SOFTENING);
  return sum + d * (other.w * near * near * near);
}
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void nbody_tiles(int n, float dt, __global const float4* position, __global const float4* velocity,
                 __global float4* out) {
  __local float4 tile[TILE];
  const int i = get_global_id(0), x = get_local_id(0);
  const float3 mine = position[min(i, n - 1)].xyz;
  float3 sum = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    tile[x] = first + x < n ? position[first + x] : (float4)(0.0f);  // no mass, no pull
    barrier(CLK_LOCAL_MEM_FENCE);  // the tile is complete
    for (int j = 0; j < TILE; ++j) sum = pull(sum, mine, tile[j]);
    barrier(CLK_LOCAL_MEM_FENCE);  // nobody needs it any more
  }
  if (i >= n) return;
  const float4 v = velocity[i];
  out[i] = (float4)(v.xyz + dt * sum, v.w);
}
