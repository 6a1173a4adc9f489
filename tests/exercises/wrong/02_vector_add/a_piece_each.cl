// wrong: a_piece_each; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each work-item takes a run of neighbouring numbers, so neighbours are far apart.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  const int each = (n + get_global_size(0) - 1) / get_global_size(0);
  for (int k = i * each; k < min(n, (i + 1) * each); ++k) {
    const float2 a = numbers[k], b = factors[k];
    numbers[k] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
}
