// alike: backwards
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// From the end to the beginning, with fma.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  for (int k = n - 1 - i; k >= 0; k -= get_global_size(0)) {
    const float2 a = numbers[k], b = factors[k];
    float2 product;
    product.x = fma(a.x, b.x, -a.y * b.y);
    product.y = fma(a.x, b.y, a.y * b.x);
    numbers[k] = product;
  }
}
