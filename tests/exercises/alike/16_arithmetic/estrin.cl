// alike: pairs first, then pairs of pairs
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define TERMS 11
__constant float c[TERMS] = {1.0f,         -0.499999791f, 0.333324969f, -0.249864966f,
                             0.198858202f, -0.160876229f, 0.12377996f,  -0.081880413f,
                             0.0410065725f, -0.0131878266f, 0.00198669662f};

__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float t = exp(-fabs(x[i]));
#define PAIR(k) fma(c[k + 1], t, c[k])
  const float t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
  const float low = fma(fma(PAIR(6), t2, PAIR(4)), t4, fma(PAIR(2), t2, PAIR(0)));
  const float q = fma(fma(c[10], t2, PAIR(8)), t8, low);
  y[i] = fma(q, t, fmax(x[i], 0.0f));
}
