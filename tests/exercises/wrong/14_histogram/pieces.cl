// wrong: each work-item counts a piece of the row; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define ITEMS 256
#define BINS 16
#define COPIES 32

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void row_histograms(uint width, __global const uchar* in, __global uint* counts) {
  const uint x = get_local_id(0), row = get_group_id(0);
  __local uint t[BINS * COPIES];
  for (uint i = x; i < BINS * COPIES; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // all counters are zero
  const uint piece = (width + ITEMS - 1) / ITEMS;
  for (uint i = x * piece; i < min(width, (x + 1) * piece); ++i) {
    atomic_inc(&t[in[row * width + i] / 16 * COPIES + x % COPIES]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  if (x < BINS) {
    uint sum = 0;
    for (uint k = 0; k < COPIES; ++k) sum += t[x * COPIES + (x + k) % COPIES];
    counts[row * BINS + x] = sum;
  }
}
