// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose, one work-item an element: neighbours write neighbours, and read a row apart.

// <kernel>
__kernel void transpose_write_coalesced(int width, int height, __global const float* in,
                                        __global float* out) {
  const int y = get_global_id(0);
  const int x = get_global_id(1);
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
// </kernel>
