// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The yardstick: what the adding kernels do to memory, without the second operand and the sum.

#ifndef WIDTH
#define WIDTH 4  // floats a vector: 4 or 16
#endif
#ifndef VECTORS
#define VECTORS 1  // vectors a work-item
#endif
#ifndef STREAMING
#define STREAMING 0  // 1: store past the caches (Clang's builtin)
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, WIDTH) floats;
#if STREAMING
#define STORE(value, place) __builtin_nontemporal_store(value, place)
#else
#define STORE(value, place) (*(place) = (value))
#endif

// <kernel>
__kernel void copy(int n, __global const floats* in, __global floats* out) {
  const int first = VECTORS * get_global_id(0), next = first + VECTORS;
  if (next <= n / WIDTH) {
    for (int i = first; i < next; ++i) STORE(in[i], &out[i]);
    return;
  }
  for (int k = WIDTH * first; k < min(n, WIDTH * next); ++k) {
    ((__global float*)out)[k] = ((__global const float*)in)[k];
  }
}
// </kernel>
