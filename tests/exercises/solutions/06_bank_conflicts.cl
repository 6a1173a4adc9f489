// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 06: bit reversal, the order in which a fast Fourier transform leaves its results. In every block of
// 2^bits values, out[i] is in[j], where j is i with its `bits` bits in reverse order. bits is 5 to 10.
// A work-group of 256 has one block.
//! hint 1: Neighbours should read neighbours and store neighbours. So where does a value wait in between, and on
//!  which of the two ways does it change its place?
//! hint 2: Let bits be 10 and write i as 32 * row + col. Where does the reversal put the bits of col? How far apart in
//!  local memory are the values that 32 neighbours want, and which banks hold them?
//! hint 3: Let value i wait in t[i + i / 32]. In which bank is value 32 * row + col then, and how large must t be?
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
  // <todo>
  //? Here neighbours fetch from all over the block. Let the block pass through local memory, so that both
  //? ways are along the array. Then ask, before you run it, which banks 32 neighbours meet in.
  //= for (uint i = x; i < n; i += ITEMS) out[i] = in[reversed(i, bits)];
  __local float t[LARGEST + LARGEST / 32];
  for (uint i = x; i < n; i += ITEMS) t[i + i / 32] = in[i];  // a word more after each 32
  barrier(CLK_LOCAL_MEM_FENCE);                               // the block is complete
  for (uint i = x; i < n; i += ITEMS) {
    const uint from = reversed(i, bits);
    out[i] = t[from + from / 32];
  }
  // </todo>
}
