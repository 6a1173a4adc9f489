// wrong: one_float4_each; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A warp loads its particles, each by two float4: each request takes half of each sector it touches.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  __local float tile[FIELDS * BLOCK + FIELDS * BLOCK / 32];
  if (x < BLOCK) {
    for (uint half_of = 0; half_of < 2; ++half_of) {
      float4 v = 0.0f;
      if (first + x < n) v = ((__global const float4*)aos)[(first + x) * 2 + half_of];
      const uint i = x * FIELDS + 4 * half_of;
      tile[i + i / 32] = v.x;
      tile[i + 1 + (i + 1) / 32] = v.y;
      tile[i + 2 + (i + 2) / 32] = v.z;
      tile[i + 3 + (i + 3) / 32] = v.w;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint from = x % BLOCK * FIELDS + x / BLOCK;  // particle x % 32, field x / 32
  blocks[first * FIELDS + x] = tile[from + from / 32];
}
