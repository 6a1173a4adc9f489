// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The shape for a CPU: one work-item a group with a table of its own, in global memory because it is large.
// A word of four equal values that goes on as the last one ended is a run.
#define BINS 65536

// <count>
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void wide_cpu(uint n, uint part, __global const ulong* in, __global uint* tables) {
  __global uint* t = tables + get_group_id(0) * BINS;
  for (uint b = 0; b < BINS; ++b) t[b] = 0;
  const uint begin = min(n, (uint)get_group_id(0) * part), end = min(n, begin + part);
  uint i = begin / 4;  // a part is a multiple of 4 values
  for (; i < end / 4; ++i) {
    const ulong w = in[i];
    const uint bin = w & 0xffff;
    if (w == bin * 0x0001000100010001ul) {
      t[bin] += 4;
    } else {
      ++t[bin], ++t[w >> 16 & 0xffff], ++t[w >> 32 & 0xffff], ++t[w >> 48];
    }
  }
  for (i *= 4; i < end; ++i) ++t[((__global const ushort*)in)[i]];
}
// </count>

// <merge>
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void wide_cpu_merge(uint groups, __global const uint16* tables, __global uint16* counts) {
  const uint b = get_global_id(0);
  uint16 sum = 0;
  for (uint g = 0; g < groups; ++g) sum += tables[g * (BINS / 16) + b];
  counts[b] = sum;
}
// </merge>
