// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sixteen elements a work-item, stored past the caches: a CPU then need not read a line of c before
// it overwrites it. The builtin is Clang's, not OpenCL's; the host asks for it only where it exists.

// <kernel>
__kernel void vector_add_streaming16(int n, __global const float16* a, __global const float16* b,
                                     __global float16* c) {
  const int i = get_global_id(0);
  if (i < n / 16) __builtin_nontemporal_store(a[i] + b[i], &c[i]);
  if (i == n / 16) {
    for (int k = 16 * i; k < n; ++k) {
      ((__global float*)c)[k] = ((__global const float*)a)[k] + ((__global const float*)b)[k];
    }
  }
}
// </kernel>
