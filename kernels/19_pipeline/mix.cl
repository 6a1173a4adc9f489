// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The exercise's stage: two buffers in, one out. 3 and 5 are odd and unequal, so that no mixed-up order
// gives the same numbers.
__kernel void mix_two(__global const uint* a, __global const uint* b, __global uint* out) {
  const int i = get_global_id(0);
  out[i] = 3 * a[i] + 5 * b[i] + 1;
}
