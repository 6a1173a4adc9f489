// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A kernel for each way, each over half the elements.
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

// <kernels>
__kernel void parity_even(int n, __global const float* in, __global float* out) {
  const int i = 2 * get_global_id(0);
  if (i < n) out[i] = even(0.25f * in[i]);
}

__kernel void parity_odd(int n, __global const float* in, __global float* out) {
  const int i = 2 * get_global_id(0) + 1;
  if (i < n) out[i] = odd(0.25f * in[i]);
}
// </kernels>
