// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 02: z[i] = z[i] * w[i] for n complex numbers, in place. Number i is two floats: z[2 * i] is its
// real part, z[2 * i + 1] its imaginary part. (a + bi)(c + di) = (ac - bd) + (ad + bc)i.
// The launch is 1024 work-items in work-groups of 256, whatever n is.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  // TODO: Multiply all n numbers, each once. There are fewer work-items than numbers: which ones does a
  //       work-item take, so that neighbours touch neighbours every time? And how does one load bring both
  //       parts of a number?
  if (i < n) {
    const float re = z[2 * i], im = z[2 * i + 1];
    z[2 * i] = re * w[2 * i] - im * w[2 * i + 1];
    z[2 * i + 1] = re * w[2 * i + 1] + im * w[2 * i];
  }
}
