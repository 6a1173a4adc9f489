// wrong: new_real_part; judge: values; says: elements of z are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The imaginary part is computed from the real part that was just overwritten.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  for (int k = i; k < n; k += get_global_size(0)) {
    z[2 * k] = z[2 * k] * w[2 * k] - z[2 * k + 1] * w[2 * k + 1];
    z[2 * k + 1] = z[2 * k] * w[2 * k + 1] + z[2 * k + 1] * w[2 * k];
  }
}
