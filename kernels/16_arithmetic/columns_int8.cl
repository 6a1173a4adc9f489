// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns.cl with the numbers stored in 8 bits, four of a column side by side. A step of `scale` apart; the sums
// are exact in an int up to 133,000 products, in a float up to 1,040.
#ifndef ACCUMULATOR
#define ACCUMULATOR int  // or float
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define FOUR JOIN(convert_, JOIN(ACCUMULATOR, 4))

#define ITEMS 64  // columns of a panel: one for each work-item of a group

// <kernel>
__kernel void columns_int8(uint n, uint rows, __global const char4* a, __global const char4* b,
                           __global const float* scale, __global float* out) {
  const uint i = get_global_id(0);
  const uint first = get_group_id(0) * ITEMS * (rows / 4) + get_local_id(0);
  ACCUMULATOR sum = 0;
  for (uint k = 0; k < rows / 4; ++k) {
    const JOIN(ACCUMULATOR, 4) p = FOUR(a[first + k * ITEMS]) * FOUR(b[first + k * ITEMS]);
    sum += (p.s0 + p.s1) + (p.s2 + p.s3);
  }
  if (i < n) out[i] = sum * (scale[0] * scale[0]);
}
// </kernel>
