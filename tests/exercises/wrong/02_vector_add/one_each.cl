// wrong: one_each; judge: values; says: elements of z are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A number for each work-item, as in the chapter; but here there are only 1024.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  if (i < n) {
    const float2 a = numbers[i], b = factors[i];
    numbers[i] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
}
