// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 16: y = log(1 + exp(x)), the softplus of neural networks, for every float x: within 4 ulp, also where the
// result is tiny and where exp(x) overflows. One special function for each element, no division.
//! hint 1: log(1 + exp(x)) = max(x, 0) + log(1 + t) with t = exp(-|x|). Why does that never overflow, and which t
//!  can occur?
//! hint 2: For tiny t, 1 + t is 1 and its logarithm 0. What is t times the polynomial there? And how does Horner's
//!  rule spend one fma on each coefficient: with which one does it begin?
//! hint 3: float q = c[TERMS - 1]; for (int k = TERMS - 2; k >= 0; --k) q = fma(q, t, c[k]); Which last fma puts q,
//!  t and max(x, 0) together? What comes out for NaN and for the infinities?

// log(1 + t) = t * (c[0] + c[1] t + ... + c[10] t^10) for t from 0 to 1, within 1.5 ulp
#define TERMS 11
__constant float c[TERMS] = {1.0f,         -0.499999791f, 0.333324969f, -0.249864966f,
                             0.198858202f, -0.160876229f, 0.12377996f,  -0.081880413f,
                             0.0410065725f, -0.0131878266f, 0.00198669662f};

__kernel void softplus(uint n, __global const float* x, __global float* y) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  // <todo>
  //? Bring x into a form that neither overflows nor loses a tiny result, with exp as the only special
  //? function, and evaluate the polynomial with one fma for each coefficient.
  //= y[i] = log(1.0f + exp(x[i]));
  const float t = exp(-fabs(x[i]));
  float q = c[TERMS - 1];
  for (int k = TERMS - 2; k >= 0; --k) q = fma(q, t, c[k]);
  y[i] = fma(q, t, fmax(x[i], 0.0f));
  // </todo>
}
