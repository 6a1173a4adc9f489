// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A group counts only the bins of one range, as many as local memory holds, and lets all other values pass.
// Every value is read RANGES times; nearly all atomics are local.
#ifndef RANGES
#define RANGES 8
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#define BINS 65536
#define HERE ((BINS + RANGES - 1) / RANGES)

// <in_range>
#define INC(value) { const uint bin = (value) - first; if (bin < HERE) atomic_inc(&t[bin]); }
// </in_range>
#define WORD(word) INC(word & 0xffff) INC(word >> 16)
#define COUNT(v) WORD(v.x) WORD(v.y) WORD(v.z) WORD(v.w)

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void wide_ranges(uint n, __global const uint4* in, volatile __global uint* counts) {
  __local uint t[HERE];
  const uint x = get_local_id(0), whole = n / 8;
  for (uint i = x; i < HERE; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody counts before all are zero
  // <walk>
  const uint first = get_group_id(0) % RANGES * HERE;  // neighbouring groups read the same values
  const uint begin = get_group_id(0) / RANGES * ITEMS + x, step = get_num_groups(0) / RANGES * ITEMS;
  uint i = begin;
  for (; i + step < whole; i += 2 * step) {
    const uint4 p = in[i], q = in[i + step];
    COUNT(p)
    COUNT(q)
  }
  if (i < whole) {
    const uint4 p = in[i];
    COUNT(p)
  }
  const uint rest = 8 * whole + begin;
  if (rest < n) INC(((__global const ushort*)in)[rest])
  // </walk>
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  for (uint k = x; k < HERE && first + k < BINS; k += ITEMS) {
    if (t[k] != 0) atomic_add(&counts[first + k], t[k]);
  }
}
