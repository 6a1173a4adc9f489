// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose, one work-item an element: neighbours read neighbours, and write a column apart.

// <kernel>
__kernel void transpose_read_coalesced(int width, int height, __global const float* in,
                                       __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
// </kernel>
