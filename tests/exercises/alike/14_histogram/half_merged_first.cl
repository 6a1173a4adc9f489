// alike: the upper 16 columns are added to the lower ones first
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
  for (uint i = x; i < width; i += ITEMS) {
    atomic_inc(&t[in[row * width + i] / 16 * COPIES + x % COPIES]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  const uint row_of = x / 16 * COPIES, column = x % 16;  // 16 work-items a bin
  const uint pair = t[row_of + column] + t[row_of + column + 16];
  barrier(CLK_LOCAL_MEM_FENCE);  // all pairs are read
  t[x] = pair;
  barrier(CLK_LOCAL_MEM_FENCE);  // all pairs are there
  if (x < BINS) {
    uint sum = 0;
    for (uint k = 0; k < 16; ++k) sum += t[x * 16 + (x + k) % 16];
    counts[row * BINS + x] = sum;
  }
}
