// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Types of a fixed size on both sides: cl_ulong and ulong, cl_int and int.

// <fixed>
__kernel void scale(ulong n, float factor, __global const float* in, __global float* out) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = factor * in[i];
}
// </fixed>
