// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// exp(-x) by a polynomial of degree 7, in five ways to write it. The chains are those of chains.cl.
//   FORM: one of the functions below. TYPES: float, or a vector of WIDTH of them for a CPU.
#ifndef FORM
#define FORM horner
#define TYPES float
#define WIDTH 1
#endif
#define CHAINS 8
#pragma OPENCL FP_CONTRACT OFF

typedef __global const float* Coefficients;

// <forms>
TYPES by_pow(TYPES x, Coefficients c) {
  TYPES sum = c[0] + c[1] * x;
  for (int k = 2; k < 8; ++k) sum += c[k] * pow(x, (TYPES)(k));
  return sum;
}
TYPES by_powers(TYPES x, Coefficients c) {
  TYPES sum = c[0] + c[1] * x, power = x;
  for (int k = 2; k < 8; ++k) sum += c[k] * (power *= x);
  return sum;
}
TYPES horner(TYPES x, Coefficients c) {
  TYPES sum = c[7];
  for (int k = 6; k >= 0; --k) sum = sum * x + c[k];
  return sum;
}
TYPES horner_fma(TYPES x, Coefficients c) {
  TYPES sum = c[7];
  for (int k = 6; k >= 0; --k) sum = fma(sum, x, (TYPES)(c[k]));
  return sum;
}
TYPES estrin(TYPES x, Coefficients c) {
#define PAIR(k) fma((TYPES)(c[k + 1]), x, (TYPES)(c[k]))
  const TYPES x2 = x * x;
  return fma(fma(PAIR(6), x2, PAIR(4)), x2 * x2, fma(PAIR(2), x2, PAIR(0)));
}
// </forms>

__kernel void polynomial(uint n, uint turns, Coefficients coefficients, __global float* out) {
  const uint first = get_global_id(0) * WIDTH;
  TYPES x[CHAINS];
  for (int c = 0; c < CHAINS; ++c) {
    float* lanes = (float*)&x[c];
    for (int l = 0; l < WIDTH; ++l) lanes[l] = 1 + ((first + l + c) & 255) * 0x1p-8f;
  }
  for (uint t = 0; t < turns; ++t) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) x[c] = FORM(x[c], coefficients);
  }
  TYPES sum = x[0];
  for (int c = 1; c < CHAINS; ++c) sum += x[c];
  const float* lanes = (const float*)&sum;
  for (int l = 0; l < WIDTH; ++l) {
    if (first + l < n) out[first + l] = lanes[l];
  }
}
