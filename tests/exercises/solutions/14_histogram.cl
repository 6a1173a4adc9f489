// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 14: a histogram for each row of an image. counts[row][bin] says how many of the row's bytes have
// bin as their upper four bits. A work-group of 256 work-items takes one row. Some rows hold a single value.
//! hint 1: Which lanes of a warp want the same counter at the same time when a row holds one value? How many
//!  tables must a group have so that no two lanes of a warp can meet, whatever the row holds?
//! hint 2: t[bin * 32 + x % 32] gives each lane a word of its own. But eight warps share that word: may they
//!  add to it without an atomic? And who else counts into counts[row], so is an atomic needed there?
//! hint 3: In the merge 16 work-items add 32 words each. If all begin at copy 0, which bank do they all want?
//!  What if work-item x begins at copy x, and goes round?
#define ITEMS 256
#define BINS 16
#define COPIES 32

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void row_histograms(uint width, __global const uchar* in, __global uint* counts) {
  const uint x = get_local_id(0), row = get_group_id(0);
  // <todo>
  //? Here all lanes share 16 counters, and in a row of one value all 32 of a warp want the same one. Give
  //? the lanes tables of their own, so that no two of a warp ever meet. Then add the tables up: which banks
  //? do the work-items read at the same time?
  //= __local uint t[BINS];
  //= if (x < BINS) t[x] = 0;
  //= barrier(CLK_LOCAL_MEM_FENCE);  // all counters are zero
  //= for (uint i = x; i < width; i += ITEMS) atomic_inc(&t[in[row * width + i] / 16]);
  //= barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  //= if (x < BINS) counts[row * BINS + x] = t[x];
  __local uint t[BINS * COPIES];
  for (uint i = x; i < BINS * COPIES; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // all counters are zero
  for (uint i = x; i < width; i += ITEMS) {
    atomic_inc(&t[in[row * width + i] / 16 * COPIES + x % COPIES]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  if (x < BINS) {
    uint sum = 0;
    for (uint k = 0; k < COPIES; ++k) sum += t[x * COPIES + (x + k) % COPIES];
    counts[row * BINS + x] = sum;
  }
  // </todo>
}
