// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Wrong: writes the first half only.
__kernel void first_half(int n, __global const float* x, __global float* y) {
  const int i = get_global_id(0);
  if (i < n / 2) y[i] = 2.0f * x[i];
}
