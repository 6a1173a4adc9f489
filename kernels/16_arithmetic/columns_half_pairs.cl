// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns_half.cl with each pair fetched as one word. vload_half2 promises an alignment of two bytes only, so a
// compiler must not assume more; a pointer to uint promises four.

#define ITEMS 64  // columns of a panel: one for each work-item of a group

// <kernel>
__kernel void columns_half_pairs(uint n, uint rows, __global const uint* a, __global const uint* b,
                                 __global float* out) {
  const uint i = get_global_id(0);
  const uint first = get_group_id(0) * ITEMS * (rows / 2) + get_local_id(0);
  float sum = 0.0f;
  for (uint k = 0; k < rows / 2; ++k) {
    const uint words[2] = {a[first + k * ITEMS], b[first + k * ITEMS]};
    const float2 x = vload_half2(0, (const half*)words), y = vload_half2(1, (const half*)words);
    sum = fma(x.s0, y.s0, sum);
    sum = fma(x.s1, y.s1, sum);
  }
  if (i < n) out[i] = sum;
}
// </kernel>
