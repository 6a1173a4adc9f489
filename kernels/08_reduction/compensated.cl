// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The walk of walk.cl with a second accumulator that catches what each addition rounds off (Kahan).
//   LAST   1: write the sum, rounded once; 0: write sum and rest, two numbers a group
#ifndef LAST
#define LAST 0
#endif
#define ITEMS 256

// <two_sum>
// Exactly a + b: the rounded sum, and what rounding took away (Knuth). -cl-fast-relaxed-math destroys it.
float2 two_sum(float a, float b) {
  const float sum = a + b;
  const float b_in = sum - a, a_in = sum - b_in;
  return (float2)(sum, (a - a_in) + (b - b_in));
}
// </two_sum>

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_compensated(uint n, __global const float* in, __global float* out) {
  __local float2 t[ITEMS];
  const uint x = get_local_id(0);
  // <walk>
  float sum = 0.0f, rest = 0.0f;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    const float2 both = two_sum(sum, in[i]);
    sum = both.x;
    rest += both.y;
  }
  t[x] = (float2)(sum, rest);
  // </walk>
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) {
      const float2 both = two_sum(t[x].x, t[x + s].x);
      t[x] = (float2)(both.x, both.y + (t[x].y + t[x + s].y));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x != 0) return;
#if LAST
  out[0] = t[0].x + t[0].y;
#else
  out[2 * get_group_id(0)] = t[0].x;
  out[2 * get_group_id(0) + 1] = t[0].y;
#endif
}
