// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 08: dot products. out[g] = sum of a[i] * b[i] over the 4096 pairs from 4096 * g on, or fewer where
// the arrays end. A work-group of 256 work-items computes one of these sums.
//! hint 1: Chapter 08's walk has both halves of this. What does each work-item add up before the group meets?
//! hint 2: Neighbours read neighbours if work-item x begins at begin + x. By how much does it move on? And in the
//!  tree, which half of the items adds, and does the other half still reach the barrier?
//! hint 3: for (uint i = begin + x; i < end; i += ITEMS) sum += a[i] * b[i]; then t[x] = sum, a barrier, and for
//!  s = 128, 64, ... 1: if (x < s) t[x] += t[x + s]. Where does the barrier of each step stand?
#define ITEMS 256
#define PAIRS 4096  // of a group

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void dot_groups(uint n, __global const float* a, __global const float* b, __global float* out) {
  const uint x = get_local_id(0);
  const uint begin = get_group_id(0) * PAIRS;
  const uint end = min(n, begin + PAIRS);
  // <todo>
  //? Let all work-items of the group work. Each walks over the group's pairs with an accumulator of its
  //? own: which step makes neighbours read neighbours? Then the group adds 256 sums in local memory.
  //? Say before each barrier whom it waits for, and which work-items reach it.
  //= if (x == 0) {
  //=   float sum = 0.0f;
  //=   for (uint i = begin; i < end; ++i) sum += a[i] * b[i];
  //=   out[get_group_id(0)] = sum;
  //= }
  __local float t[ITEMS];
  float sum = 0.0f;
  for (uint i = begin + x; i < end; i += ITEMS) sum += a[i] * b[i];
  t[x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);  // all 256 sums are there
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);  // all sums of this step are there
  }
  if (x == 0) out[get_group_id(0)] = t[0];
  // </todo>
}
