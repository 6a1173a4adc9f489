// wrong: guards_the_float; judge: values; says: got
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The guard compares floats with particles: most of the data counts as missing.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  __local float tile[FIELDS * BLOCK + FIELDS * BLOCK / 32];  // a word of padding after every 32
  const uint here = first * FIELDS + x;
  tile[x + x / 32] = here < n ? aos[here] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // the whole block is there

  const uint from = x % BLOCK * FIELDS + x / BLOCK;  // particle x % 32, field x / 32
  blocks[here] = tile[from + from / 32];
}
