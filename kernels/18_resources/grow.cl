// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A longer signal: each sample of the shorter one, of `from` samples, stands twice.

// <kernel>
__kernel void grow(int n, int from, __global const uint* in, __global uint* out) {
  const int i = get_global_id(0);
  if (i < n) out[i] = in[min(i / 2, from - 1)];
}
// </kernel>
