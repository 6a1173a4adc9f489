// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Wrong: the guard lets one work-item too many through.
__kernel void past_the_end(int n, __global const float* x, __global float* y) {
  const int i = get_global_id(0);
  if (i <= n) y[i] = 2.0f * x[min(i, n - 1)];
}
