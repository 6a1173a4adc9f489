// wrong: exp(|x|) turned round by a division; judge: lens; says: flops_div
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define TERMS 11
__constant float c[TERMS] = {1.0f,         -0.499999791f, 0.333324969f, -0.249864966f,
                             0.198858202f, -0.160876229f, 0.12377996f,  -0.081880413f,
                             0.0410065725f, -0.0131878266f, 0.00198669662f};

__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float t = 1.0f / exp(fabs(x[i]));
  float q = c[TERMS - 1];
  for (int k = TERMS - 2; k >= 0; --k) q = fma(q, t, c[k]);
  y[i] = fma(q, t, fmax(x[i], 0.0f));
}
