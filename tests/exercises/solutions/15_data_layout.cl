// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 15: structures of eight floats become blocks of 32. `aos` holds n particles, one after the other;
// `blocks` holds, for each 32 of them, field 0 of all, then field 1, and so on. Places of the last block
// that have no particle are 0. A work-group of 256 work-items makes one block.
//! hint 1: A block has 256 floats on both sides, and the group has 256 work-items. If neighbours read
//!  neighbours and neighbours write neighbours, who holds the float that you must write?
//! hint 2: Work-item x can load float x of the block, whichever particle and field that is. Which particle's
//!  field must it store? And when is it sure to be in local memory?
//! hint 3: Field f of 32 particles stands 8 words apart in a tile that is filled in order: which banks are
//!  those? What does tile[i + i / 32] for float i do to them, and to the 32 stores of a warp?
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  // <todo>
  //? Let neighbours read neighbours and write neighbours, and let the floats change places in local
  //? memory. Whom does a work-item wait for? Mind the particles that are not there, and the banks: each
  //? request to local memory should take one pass.
  //= if (x < BLOCK) {
  //=   for (uint f = 0; f < FIELDS; ++f) {
  //=     const float value = first + x < n ? aos[(first + x) * FIELDS + f] : 0.0f;
  //=     blocks[first * FIELDS + f * BLOCK + x] = value;
  //=   }
  //= }
  __local float tile[FIELDS * BLOCK + FIELDS * BLOCK / 32];  // a word of padding after every 32
  const uint here = first * FIELDS + x;
  tile[x + x / 32] = here < n * FIELDS ? aos[here] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // the whole block is there

  const uint from = x % BLOCK * FIELDS + x / BLOCK;  // particle x % 32, field x / 32
  blocks[here] = tile[from + from / 32];
  // </todo>
}
