// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The kernel that the host's mistakes are shown with: out = factor * in.

__kernel void scale(int n, float factor, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i < n) out[i] = factor * in[i];
}
