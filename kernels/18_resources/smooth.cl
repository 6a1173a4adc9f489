// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each sample becomes the average of itself, twice, and its neighbours, once each; then it is lifted by a
// constant. Unsigned numbers wrap around, so every device gives the same bits.

// <kernel>
__kernel void smooth(int n, uint lift, __global const uint* in, __global uint* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const uint left = in[max(i - 1, 0)], right = in[min(i + 1, n - 1)];
  out[i] = ((left + 2 * in[i] + right) >> 2) + lift;
}
// </kernel>
