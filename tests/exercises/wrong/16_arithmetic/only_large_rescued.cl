// wrong: exp(x) for all but large x; judge: values; says: elements of y are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  y[i] = x[i] > 20.0f ? x[i] : log(1.0f + exp(x[i]));
}
