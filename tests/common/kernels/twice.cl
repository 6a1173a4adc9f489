// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What is right: y = 2x, guarded.
__kernel void twice(int n, __global const float* x, __global float* y) {
  const int i = get_global_id(0);
  if (i < n) y[i] = 2.0f * x[i];
}
