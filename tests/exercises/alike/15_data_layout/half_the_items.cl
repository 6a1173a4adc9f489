// alike: half_the_items
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Half of the work-items do the work, two floats each; the others only wait.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  __local float tile[FIELDS * BLOCK + FIELDS * BLOCK / 32];
  for (uint i = x; x < 128 && i < FIELDS * BLOCK; i += 128) {
    tile[i + i / 32] = first * FIELDS + i < n * FIELDS ? aos[first * FIELDS + i] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = x; x < 128 && i < FIELDS * BLOCK; i += 128) {
    const uint from = i % BLOCK * FIELDS + i / BLOCK;
    blocks[first * FIELDS + i] = tile[from + from / 32];
  }
}
