// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each warp of the group has a table of its own, one after the other in local memory.
#ifndef ITEMS
#define ITEMS 256
#endif
#define WARP 32
#define BINS 256

#define INC(bin) atomic_inc(&mine[bin])
#define COUNT(word) INC(word & 255); INC(word >> 8 & 255); INC(word >> 16 & 255); INC(word >> 24)

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_warp_tables(uint n, __global const uint4* in, volatile __global uint* counts) {
  // <tables>
  __local uint t[ITEMS / WARP * BINS];
  const uint x = get_local_id(0);
  __local uint* mine = t + x / WARP * BINS;
  // </tables>
  for (uint i = x; i < ITEMS / WARP * BINS; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody counts before all are zero
  const uint whole = n / 16;
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x);
    COUNT(v.y);
    COUNT(v.z);
    COUNT(v.w);
  }
  const uint rest = 16 * whole + get_global_id(0);
  if (rest < n) INC(((__global const uchar*)in)[rest]);
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  for (uint bin = x; bin < BINS; bin += ITEMS) {
    uint sum = 0;
    for (uint w = 0; w < ITEMS / WARP; ++w) sum += t[w * BINS + bin];
    atomic_add(&counts[bin], sum);
  }
}
