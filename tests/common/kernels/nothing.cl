// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Wrong: writes nothing at all.
__kernel void nothing(int n, __global const float* x, __global float* y) {
  if (n < 0) y[0] = x[0];
}
