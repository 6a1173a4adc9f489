// wrong: no_barrier; judge: values; says: elements of out are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Takes values that others have not put there yet.
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
  __local float t[LARGEST + LARGEST / 32];
  for (uint i = x; i < n; i += ITEMS) t[i + i / 32] = in[i];
  for (uint i = x; i < n; i += ITEMS) {
    const uint from = reversed(i, bits);
    out[i] = t[from + from / 32];
  }
}
