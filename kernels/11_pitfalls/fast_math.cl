// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Replaces what is not a number by zero.

__kernel void no_nan(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  // <test>
  if (i < n) out[i] = isnan(in[i]) ? 0.0f : in[i];
  // </test>
}
