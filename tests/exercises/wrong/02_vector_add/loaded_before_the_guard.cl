// wrong: loaded_before_the_guard; judge: race; says: Invalid read
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The guard protects the store; the loads before it go beyond the end.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  for (int first = 0; first < n; first += get_global_size(0)) {
    const int k = first + i;
    const float2 a = numbers[k], b = factors[k];
    if (k < n) numbers[k] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
}
