// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Five small sums on values chosen so that each build option could change one of them.
// in: a NaN; 1 + 2^-12; 2^24; 1; 0.1; 3

// <kernel>
__kernel void probe(__global const float* in, __global float* out) {
  out[0] = isnan(in[0]) ? 1.0f : 0.0f;  // 0 if NaNs are assumed away
  out[1] = in[1] * in[1] - (1.0f + 0x1p-11f);  // 0 rounded twice, 2^-24 rounded once (fma)
  out[2] = (in[2] + in[3]) - in[2];  // 0 as written, 1 if the sum may be rearranged
  out[3] = in[4] * 0.1;  // the literal is a double unless told otherwise
  out[4] = in[3] / in[5];  // 1/3: within 2.5 ulp, or a reciprocal of less
}
// </kernel>
