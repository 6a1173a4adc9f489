// wrong: vector_product; judge: values; says: elements of z are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// float2 times float2 multiplies element by element; that is no complex product.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  for (int k = i; k < n; k += get_global_size(0)) numbers[k] *= factors[k];
}
