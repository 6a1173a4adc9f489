// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Does not build: how large a size_t is, host and device need not agree on.

// <broken>
__kernel void scale(size_t n, float factor, __global const float* in, __global float* out) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = factor * in[i];
}
// </broken>
