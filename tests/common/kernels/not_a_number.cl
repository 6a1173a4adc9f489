// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Wrong: every element is a NaN that arithmetic made.
__kernel void not_a_number(int n, __global const float* x, __global float* y) {
  const int i = get_global_id(0);
  if (i < n) y[i] = sqrt(-1.0f - fabs(x[i]));
}
