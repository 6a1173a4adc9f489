// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sums in the order in which the numbers lie: each work-group is one work-item with one accumulator and a
// part of the array to itself. With one group it is the plain loop.

// <kernel>
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sum_one_item(uint n, uint part, __global const float* in, __global float* out) {
  const uint begin = min(n, (uint)get_group_id(0) * part);
  const uint end = min(n, begin + part);
  float sum = 0.0f;
  for (uint i = begin; i < end; ++i) sum += in[i];
  out[get_group_id(0)] = sum;
}
// </kernel>
