// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The yardstick: what the adding kernels do to memory, without the second operand and the sum.

#ifndef WIDTH
#define WIDTH 4  // floats a work-item: 4 or 16
#endif
#ifndef STREAMING
#define STREAMING 0  // 1: store past the caches (Clang's builtin)
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, WIDTH) floats;

// <kernel>
__kernel void copy(int n, __global const floats* in, __global floats* out) {
  const int i = get_global_id(0);
#if STREAMING
  if (i < n / WIDTH) __builtin_nontemporal_store(in[i], &out[i]);
#else
  if (i < n / WIDTH) out[i] = in[i];
#endif
  if (i == n / WIDTH) {
    for (int k = WIDTH * i; k < n; ++k) {
      ((__global float*)out)[k] = ((__global const float*)in)[k];
    }
  }
}
// </kernel>
