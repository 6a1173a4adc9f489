// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A straight line through the data.
//   ONLY_BROKEN, ONLY_FIXED   leave the other one out, for a look at the compiler's log

#ifndef ONLY_FIXED
__kernel void broken(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  // <broken>
  if (i < n) out[i] = 0.1 * in[i] + 0.7;  // 0.1 is a double, and so is all that it touches
  // </broken>
}
#endif

#ifndef ONLY_BROKEN
__kernel void fixed(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  // <fixed>
  if (i < n) out[i] = 0.1f * in[i] + 0.7f;
  // </fixed>
}
#endif
