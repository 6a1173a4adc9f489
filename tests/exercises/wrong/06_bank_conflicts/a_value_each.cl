// wrong: a_value_each; judge: values; says: elements of out are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One value for each work-item: a block may have four times as many.
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
  __local float t[ITEMS + ITEMS / 32];
  if (x < n) t[x + x / 32] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < n) {
    const uint from = reversed(x, bits) % ITEMS;
    out[x] = t[from + from / 32];
  }
}
