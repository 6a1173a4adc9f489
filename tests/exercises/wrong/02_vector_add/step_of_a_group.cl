// wrong: step_of_a_group; judge: values; says: elements of z are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Moves on by the size of a group, so that four groups multiply the same numbers.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  for (int k = i; k < n; k += get_local_size(0)) {
    const float2 a = numbers[k], b = factors[k];
    numbers[k] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
}
