// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Neighbours take different ways: every warp goes both.
//   STEPS   multiply-adds in each body
#ifndef STEPS
#define STEPS 256
#endif

// <bodies>
float even(float x) {
  float v = 0.5f;
  for (int i = 0; i < STEPS; ++i) v = v * x + 0.5f;
  return v;
}

float odd(float x) {
  const float s = x * x;
  float v = 0.75f;
  for (int i = 0; i < STEPS; ++i) v = v * s + 0.75f;
  return v;
}
// </bodies>

// <kernel>
__kernel void parity_branch(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float x = 0.25f * in[i];
  float v;
  if (i % 2 == 0) {
    v = even(x);
  } else {
    v = odd(x);
  }
  out[i] = v;
}
// </kernel>
