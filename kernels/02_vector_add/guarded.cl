// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same for any n: the global size is n rounded up, and the surplus work-items return at once.

// <kernel>
__kernel void vector_add(int n, __global const float* a, __global const float* b,
                         __global float* c) {
  const int i = get_global_id(0);
  if (i >= n) return;
  c[i] = a[i] + b[i];
}
// </kernel>
