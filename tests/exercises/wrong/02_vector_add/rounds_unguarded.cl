// wrong: rounds_unguarded; judge: values; says: past the end of
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The number of rounds is rounded up, and the last one goes beyond the end.
__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  const int rounds = (n + get_global_size(0) - 1) / get_global_size(0);
  for (int r = 0; r < rounds; ++r) {
    const int k = r * get_global_size(0) + i;
    const float2 a = numbers[k], b = factors[k];
    numbers[k] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
}
