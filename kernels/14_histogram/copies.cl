// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A group counts in local memory first: COPIES tables that lie interleaved, so that neighbouring lanes use
// neighbouring words. With 32 copies each lane of a warp has a bank of its own, whatever the data.
#ifndef COPIES
#define COPIES 1
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#define BINS 256

// <count>
#define INC(bin) atomic_inc(&t[(bin) * COPIES + copy])
#define COUNT(word) INC(word & 255); INC(word >> 8 & 255); INC(word >> 16 & 255); INC(word >> 24)
// </count>

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_copies(uint n, __global const uint4* in, volatile __global uint* counts) {
  __local uint t[BINS * COPIES];
  const uint x = get_local_id(0), copy = x % COPIES;
  // <zero>
  for (uint i = x; i < BINS * COPIES; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody counts before all are zero
  // </zero>
  // <walk>
  const uint whole = n / 16;
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x);
    COUNT(v.y);
    COUNT(v.z);
    COUNT(v.w);
  }
  const uint rest = 16 * whole + get_global_id(0);  // at most 15 bytes
  if (rest < n) INC(((__global const uchar*)in)[rest]);
  // </walk>
  // <merge>
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  for (uint bin = x; bin < BINS; bin += ITEMS) {
    uint sum = 0;
    for (uint k = 0; k < COPIES; ++k) sum += t[bin * COPIES + (bin + k) % COPIES];
    atomic_add(&counts[bin], sum);
  }
  // </merge>
}
