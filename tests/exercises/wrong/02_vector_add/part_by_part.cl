// wrong: part_by_part; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A load for the real part and one for the imaginary part: each touches every sector.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  for (int k = i; k < n; k += get_global_size(0)) {
    const float re = z[2 * k], im = z[2 * k + 1];
    z[2 * k] = re * w[2 * k] - im * w[2 * k + 1];
    z[2 * k + 1] = re * w[2 * k + 1] + im * w[2 * k];
  }
}
