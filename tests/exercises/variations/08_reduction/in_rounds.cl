// varies: the last round is dropped
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Walks in rounds of 256 and leaves the rest.
#define ITEMS 256
#define PAIRS 4096  // of a group

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void dot_groups(uint n, __global const float* a, __global const float* b, __global float* out) {
  const uint x = get_local_id(0);
  const uint begin = get_group_id(0) * PAIRS;
  const uint end = min(n, begin + PAIRS);
  __local float t[ITEMS];
  float sum = 0.0f;
  for (uint i = begin + x; i - x + ITEMS <= end; i += ITEMS) sum += a[i] * b[i];
  t[x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);  // all 256 sums are there
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);  // all sums of this step are there
  }
  if (x == 0) out[get_group_id(0)] = t[0];
}
