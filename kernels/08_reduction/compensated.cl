// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The loop of one_item.cl with a second accumulator for what each addition rounds off.
//   LAST   1: write the sum, rounded once; 0: write sum and rest, two numbers a group
#ifndef LAST
#define LAST 0
#endif

// <two_sum>
// a + b, and in `lost` exactly what rounding took away (Knuth). -cl-fast-relaxed-math destroys it.
float two_sum(float a, float b, float* lost) {
  const float sum = a + b;
  const float b_in = sum - a, a_in = sum - b_in;
  *lost = (a - a_in) + (b - b_in);
  return sum;
}
// </two_sum>

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sum_compensated(uint n, uint part, __global const float* in, __global float* out) {
  const uint g = get_group_id(0), begin = min(n, g * part), end = min(n, begin + part);
  // <loop>
  float sum = 0.0f, rest = 0.0f, lost;
  for (uint i = begin; i < end; ++i) {
    sum = two_sum(sum, in[i], &lost);
    rest += lost;
  }
  if (isnan(rest)) rest = 0.0f;  // beside an infinity nothing was lost
  // </loop>
#if LAST
  out[0] = sum + rest;
#else
  out[2 * g] = sum;
  out[2 * g + 1] = rest;
#endif
}
