// wrong: vload2; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// vload2 promises the alignment of a float, so it is two loads.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  for (int k = i; k < n; k += get_global_size(0)) {
    const float2 a = vload2(k, z), b = vload2(k, w);
    vstore2((float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x), k, z);
  }
}
