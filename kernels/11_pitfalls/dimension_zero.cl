// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// out = 2 * in for n x n elements in rows.

__kernel void broken(int n, __global const float* in, __global float* out) {
  // <broken>
  const int row = get_global_id(0);  // neighbours in dimension 0 are a row apart
  const int col = get_global_id(1);
  // </broken>
  if (row < n && col < n) out[row * n + col] = 2.0f * in[row * n + col];
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  // <fixed>
  const int col = get_global_id(0);  // neighbours in dimension 0 are neighbours in memory
  const int row = get_global_id(1);
  // </fixed>
  if (row < n && col < n) out[row * n + col] = 2.0f * in[row * n + col];
}
