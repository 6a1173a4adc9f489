// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 15: structures of eight floats become blocks of 32. `aos` holds n particles, one after the other;
// `blocks` holds, for each 32 of them, field 0 of all, then field 1, and so on. Places of the last block
// that have no particle are 0. A work-group of 256 work-items makes one block.
#define FIELDS 8
#define BLOCK 32  // particles

__kernel __attribute__((reqd_work_group_size(FIELDS * BLOCK, 1, 1)))
void into_blocks(uint n, __global const float* aos, __global float* blocks) {
  const uint x = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;  // the block's first particle
  // TODO: Let neighbours read neighbours and write neighbours, and let the floats change places in local
  //       memory. Whom does a work-item wait for? Mind the particles that are not there, and the banks: each
  //       request to local memory should take one pass.
  if (x < BLOCK) {
    for (uint f = 0; f < FIELDS; ++f) {
      const float value = first + x < n ? aos[(first + x) * FIELDS + f] : 0.0f;
      blocks[first * FIELDS + f * BLOCK + x] = value;
    }
  }
}
