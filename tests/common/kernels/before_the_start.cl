// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Wrong: one work-item also writes the element before the first.
__kernel void before_the_start(int n, __global const float* x, __global float* y) {
  const int i = get_global_id(0);
  if (i < n) y[i] = 2.0f * x[i];
  if (i == 0) y[-1] = 1.0f;
}
