// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every work-item computes both values and keeps one. No lane is ever idle, and half of what they do
// is thrown away.
//   STEPS   multiply-adds in each body
#ifndef STEPS
#define STEPS 256
#endif

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

__kernel void parity_both(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float x = 0.25f * in[i];
  // <select>
  const float a = even(x), b = odd(x);
  out[i] = select(a, b, i % 2);  // the second where the third is not zero
  // </select>
}
