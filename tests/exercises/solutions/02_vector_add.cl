// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 02: z[i] = z[i] * w[i] for n complex numbers, in place. Number i is two floats: z[2 * i] is its
// real part, z[2 * i + 1] its imaginary part. (a + bi)(c + di) = (ac - bd) + (ad + bc)i.
// The launch is 1024 work-items in work-groups of 256, whatever n is.
//! hint 1: With n = 5001 and 1024 work-items, which numbers does work-item 0 take if each neighbour in a warp
//!  shall always read its neighbour's neighbour? What does get_global_size(0) say?
//! hint 2: A request for the real parts alone skips every second float. Which sectors does it touch, and which does
//!  the one for the imaginary parts touch? Which type of OpenCL C holds two floats side by side?
//! hint 3: for (int i = get_global_id(0); i < n; i += get_global_size(0)), with a float2 pointer to z and one to w.
//!  vload2 promises no more alignment than a float's; what does a float2 pointer promise?

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  // <todo>
  //? Multiply all n numbers, each once. There are fewer work-items than numbers: which ones does a
  //? work-item take, so that neighbours touch neighbours every time? And how does one load bring both
  //? parts of a number?
  //= if (i < n) {
  //=   const float re = z[2 * i], im = z[2 * i + 1];
  //=   z[2 * i] = re * w[2 * i] - im * w[2 * i + 1];
  //=   z[2 * i + 1] = re * w[2 * i + 1] + im * w[2 * i];
  //= }
  __global float2* numbers = (__global float2*)z;
  __global const float2* factors = (__global const float2*)w;
  for (int k = i; k < n; k += get_global_size(0)) {
    const float2 a = numbers[k], b = factors[k];
    numbers[k] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
  // </todo>
}
