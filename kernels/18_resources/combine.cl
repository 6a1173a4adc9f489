// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What a signal has beyond its smoother version, doubled: a + (a - b).

// <kernel>
__kernel void combine(int n, __global const uint* a, __global const uint* b, __global uint* out) {
  const int i = get_global_id(0);
  if (i < n) out[i] = a[i] + (a[i] - b[i]);
}
// </kernel>
