// wrong: conflicts_on_the_way_in; judge: lens; says: local_store_wavefronts
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Reads its local array in order and fills it in reversed order: the conflict has only moved.
#define ITEMS 256
#define LARGEST 1024

uint reversed(uint i, int bits) {
  uint result = 0;
  for (int bit = 0; bit < bits; ++bit) result = result << 1 | (i >> bit & 1);
  return result;
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void bit_reversal(int bits, __global const float* in, __global float* out) {
  const uint n = 1u << bits;
  const uint x = get_local_id(0);
  in += get_group_id(0) * n;  // this group's block
  out += get_group_id(0) * n;
  __local float t[LARGEST];
  for (uint i = x; i < n; i += ITEMS) t[reversed(i, bits)] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = x; i < n; i += ITEMS) out[i] = t[i];
}
