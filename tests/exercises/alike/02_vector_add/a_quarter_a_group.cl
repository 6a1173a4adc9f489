// alike: a_quarter_a_group
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each group has a quarter of the array, and walks through it with all its work-items.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  const int each = (n + get_num_groups(0) - 1) / get_num_groups(0);
  const int end = min(n, ((int)get_group_id(0) + 1) * each);
  for (int k = get_group_id(0) * each + get_local_id(0); k < end; k += get_local_size(0)) {
    const float2 a = numbers[k], b = factors[k];
    const float re = a.x * b.x - a.y * b.y;
    const float im = a.x * b.y + a.y * b.x;
    numbers[k] = (float2)(re, im);
  }
}
