// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sixteen elements a vector, four vectors a work-item, stored past the caches: a CPU then need not
// read a line of c before it overwrites it. The builtin is Clang's, not OpenCL's; the host launches
// this only where it exists.

#ifndef VECTORS
#define VECTORS 4  // vectors of sixteen floats a work-item
#endif

// <kernel>
__kernel void vector_add_streaming16(int n, __global const float16* a, __global const float16* b,
                                     __global float16* c) {
  const int first = VECTORS * get_global_id(0), next = first + VECTORS;
  if (next <= n / 16) {
    for (int i = first; i < next; ++i) __builtin_nontemporal_store(a[i] + b[i], &c[i]);
    return;
  }
  for (int k = 16 * first; k < min(n, 16 * next); ++k) {
    ((__global float*)c)[k] = ((__global const float*)a)[k] + ((__global const float*)b)[k];
  }
}
// </kernel>
