// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The walk of walk.cl with the second accumulator of compensated.cl.
//   LAST   1: write the sum, rounded once; 0: write sum and rest, two numbers a group
#ifndef LAST
#define LAST 0
#endif
#define ITEMS 256

float two_sum(float a, float b, float* lost) {
  const float sum = a + b;
  const float b_in = sum - a, a_in = sum - b_in;
  *lost = (a - a_in) + (b - b_in);
  return sum;
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_compensated_walk(uint n, __global const float* in, __global float* out) {
  __local float sums[ITEMS], rests[ITEMS];
  const uint x = get_local_id(0);
  float lost;
  float sum = 0.0f, rest = 0.0f;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    sum = two_sum(sum, in[i], &lost);
    rest += lost;
  }
  sums[x] = sum;
  rests[x] = rest;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) {
      sums[x] = two_sum(sums[x], sums[x + s], &lost);
      rests[x] += rests[x + s] + lost;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x != 0) return;
  if (isnan(rests[0])) rests[0] = 0.0f;
#if LAST
  out[0] = sums[0] + rests[0];
#else
  out[2 * get_group_id(0)] = sums[0];
  out[2 * get_group_id(0) + 1] = rests[0];
#endif
}
