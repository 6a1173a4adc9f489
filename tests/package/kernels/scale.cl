// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
__kernel void scale(float factor, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  out[i] = factor * in[i];
}
