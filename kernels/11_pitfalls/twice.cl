// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// out = STEP * in, with the factor as a build option.
//   STEP   the factor
#ifndef STEP
#define STEP 2
#endif

__kernel void twice(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i < n) out[i] = STEP * in[i];
}
