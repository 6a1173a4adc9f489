// wrong: row_padded; judge: lens; says: local_store_wavefronts
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A word of padding a particle: the loads are free of conflicts, the stores are not.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  __local float tile[BLOCK * (FIELDS + 1)];
  const uint here = first * FIELDS + x;
  tile[x / FIELDS * (FIELDS + 1) + x % FIELDS] = here < n * FIELDS ? aos[here] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // the whole block is there

  blocks[here] = tile[x % BLOCK * (FIELDS + 1) + x / BLOCK];
}
