// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Copies a rows x cols matrix into the corner of a larger one and fills the rest with zeros. One
// work-item an element of the larger matrix; its width is the global size of dimension 0.

__kernel void pad(int rows, int cols, __global const float* in, __global float* out) {
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  out[row * get_global_size(0) + col] = row < rows && col < cols ? in[row * cols + col] : 0.0f;
}
