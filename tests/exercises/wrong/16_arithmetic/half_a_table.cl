// wrong: polynomial in half of the accuracy: coefficients cut to three digits; judge: values; says: elements of y are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define TERMS 11
__constant float c[TERMS] = {1.0f,   -0.5f,  0.333f, -0.25f, 0.199f, -0.161f,
                             0.124f, -0.082f, 0.041f, -0.013f, 0.002f};

__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float t = exp(-fabs(x[i]));
  float q = c[TERMS - 1];
  for (int k = TERMS - 2; k >= 0; --k) q = fma(q, t, c[k]);
  y[i] = fma(q, t, fmax(x[i], 0.0f));
}
