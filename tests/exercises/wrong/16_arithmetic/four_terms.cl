// wrong: a series of four terms; judge: values; says: elements of y are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float t = exp(-fabs(x[i]));
  const float q = fma(fma(fma(-0.25f, t, 1.0f / 3), t, -0.5f), t, 1.0f);
  y[i] = fma(q, t, fmax(x[i], 0.0f));
}
