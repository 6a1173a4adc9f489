// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Small expressions on values chosen so that a promise to the compiler can change each. Every result is a float
// whose bits the host compares.
// in: NaN, infinity, -0, 2^-140 (subnormal), 2^24, 1, 3, 1 + 2^-12, 100, 10^6, 0.1

// <kernel>
__kernel void probe(__global const float* in, __global float* out) {
  const float nan = in[0], infinity = in[1], minus_zero = in[2], tiny = in[3], large = in[4];
  const float one = in[5], three = in[6], near = in[7], hundred = in[8], million = in[9];
  out[0] = isnan(nan) ? 1.0f : 0.0f;
  out[1] = nan != nan ? 1.0f : 0.0f;
  out[2] = isinf(infinity) ? 1.0f : 0.0f;
  out[3] = infinity - infinity;         // NaN
  out[4] = nan * 0.0f;                  // NaN, unless 0 * x is 0
  out[5] = 1.0f / (minus_zero + 0.0f);  // +infinity, unless x + 0 is x
  out[6] = tiny * large;                // 2^-116, or 0 if a subnormal counts as zero
  out[7] = tiny * one;                  // a subnormal result
  out[8] = (large + one) - large;       // 0 in this order, 1 in another
  out[9] = near * near - (1.0f + 0x1p-11f);  // 0 rounded twice, 2^-24 rounded once
  out[10] = one / three;
  out[11] = sqrt(three);
  out[12] = exp(hundred);               // infinity
  out[13] = sin(million);
  out[14] = in[10] * 0.1;               // the literal is a double unless told otherwise
  out[15] = fmax(nan, one);             // 1: fmax drops a NaN
}
// </kernel>
