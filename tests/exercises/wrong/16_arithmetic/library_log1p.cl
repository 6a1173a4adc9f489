// wrong: log1p from the library, a second special function; judge: lens; says: flops_special
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float t = exp(-fabs(x[i]));
  y[i] = fmax(x[i], 0.0f) + log1p(t);
}
