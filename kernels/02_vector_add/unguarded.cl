// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One work-item, one element. Right only where the global size is exactly n.

// <kernel>
__kernel void vector_add_unguarded(__global const float* a, __global const float* b,
                                   __global float* c) {
  const int i = get_global_id(0);
  c[i] = a[i] + b[i];
}
// </kernel>
