// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Doubles its input where it stands.
__kernel void in_place(int n, __global float* x) {
  const int i = get_global_id(0);
  if (i < n) x[i] *= 2.0f;
}
