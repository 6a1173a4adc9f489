// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Inside a group: the first half of its warps takes the even elements of the group, the other half the
// odd ones.
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

__kernel void parity_halves(int n, __global const float* in, __global float* out) {
  // <place>
  const int half_size = get_local_size(0) / 2;
  const int l = get_local_id(0);
  const int way = l < half_size ? 0 : 1;  // the same for a whole warp
  const int i = get_group_id(0) * 2 * half_size + 2 * (l - way * half_size) + way;
  if (i >= n) return;
  if (way == 0) {
    out[i] = even(0.25f * in[i]);
  } else {
    out[i] = odd(0.25f * in[i]);
  }
  // </place>
}
