// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns.cl with the numbers stored in 16 bits, two of a column side by side; all arithmetic is in float.
// vload_half needs no extension: half is a storage format of every OpenCL device.

#define ITEMS 64  // columns of a panel: one for each work-item of a group

// <kernel>
__kernel void columns_half(uint n, uint rows, __global const half* a, __global const half* b,
                           __global float* out) {
  const uint i = get_global_id(0);
  const uint first = get_group_id(0) * ITEMS * (rows / 2) + get_local_id(0);
  float sum = 0.0f;
  for (uint k = 0; k < rows / 2; ++k) {
    const uint at = first + k * ITEMS;
    const float2 x = vload_half2(at, a), y = vload_half2(at, b);
    sum = fma(x.s0, y.s0, sum);
    sum = fma(x.s1, y.s1, sum);
  }
  if (i < n) out[i] = sum;
}
// </kernel>
