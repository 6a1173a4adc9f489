// wrong: log of a sum that has lost t; judge: values; says: elements of y are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  // <wrong>
  y[i] = fmax(x[i], 0.0f) + log(1.0f + exp(-fabs(x[i])));
  // </wrong>
}
