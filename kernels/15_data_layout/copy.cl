// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The yardsticks: as many bytes in and out as a step of the particles must move, and nothing to compute.
//   WIDTH   floats a work-item: 1, 4 or 16; n is a multiple of it
#ifndef WIDTH
#define WIDTH 1
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float floats;
#else
typedef JOIN(float, WIDTH) floats;
#endif

// <copy>
__kernel void copy(int n, __global const floats* from, __global floats* to) {
  const int i = get_global_id(0);
  if (i < n / WIDTH) to[i] = from[i];
}
// </copy>

// <in_place>
__kernel void negate(int n, __global floats* values) {
  const int i = get_global_id(0);
  if (i < n / WIDTH) values[i] = -values[i];
}
// </in_place>
