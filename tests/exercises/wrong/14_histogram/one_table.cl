// wrong: one table for the group; judge: lens; says: atomics_serialised
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define ITEMS 256
#define BINS 16
#define COPIES 32

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void row_histograms(uint width, __global const uchar* in, __global uint* counts) {
  const uint x = get_local_id(0), row = get_group_id(0);
  __local uint t[BINS];
  if (x < BINS) t[x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // all counters are zero
  for (uint i = x; i < width; i += ITEMS) {
    atomic_inc(&t[in[row * width + i] / 16]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  if (x < BINS) counts[row * BINS + x] = t[x];
}
