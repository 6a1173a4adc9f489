// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A choice that is cheap on both sides, written in three ways.
//   FORM   0 if and else   1 the conditional operator   2 select
#ifndef FORM
#define FORM 0
#endif

__kernel void light(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float x = in[i];
  // <forms>
#if FORM == 0
  float v;
  if (x > 0.0f) {
    v = x;
  } else {
    v = 0.125f * x;
  }
#elif FORM == 1
  const float v = x > 0.0f ? x : 0.125f * x;
#else
  const float v = select(0.125f * x, x, x > 0.0f);
#endif
  // </forms>
  out[i] = v;
}
