// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// out[y][x] = in[y] * in[x], n x n. The global size is n rounded up to whole groups.

__kernel void broken(int n, __global const float* in, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  // <broken>
  out[y * n + x] = in[y] * in[x];  // x >= n lands in the next row, y >= n behind the end
  // </broken>
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  // <fixed>
  if (x < n && y < n) out[y * n + x] = in[y] * in[x];
  // </fixed>
}
