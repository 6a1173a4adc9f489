// wrong: gathered_load; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The stores are in order; each float is fetched from where it is, straight away.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  const uint particle = first + x % BLOCK, field = x / BLOCK;
  blocks[first * FIELDS + x] = particle < n ? aos[particle * FIELDS + field] : 0.0f;
}
