// alike: turned_on_the_way_in
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The floats change places on the way into the tile; its rows are padded by four words.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  __local float tile[FIELDS * (BLOCK + 4)];
  const uint here = first * FIELDS + x;
  tile[x % FIELDS * (BLOCK + 4) + x / FIELDS] = here < n * FIELDS ? aos[here] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // the whole block is there

  blocks[here] = tile[x / BLOCK * (BLOCK + 4) + x % BLOCK];
}
