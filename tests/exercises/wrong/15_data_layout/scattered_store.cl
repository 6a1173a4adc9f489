// wrong: scattered_store; judge: lens; says: global_store_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The loads are in order; each float is stored where it belongs, straight away.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  const uint here = first * FIELDS + x;
  const float value = here < n * FIELDS ? aos[here] : 0.0f;
  blocks[first * FIELDS + x % FIELDS * BLOCK + x / FIELDS] = value;
}
