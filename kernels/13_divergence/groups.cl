// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One launch: two groups share a stretch of elements, one takes its even ones, the other its odd ones.
//   STEPS   multiply-adds in each body
#ifndef STEPS
#define STEPS 256
#endif

// Inlined by force: Oclgrind 21.10 loses count where a later group is the first to call a function.
__attribute__((always_inline)) float even(float x) {
  float v = 0.5f;
  for (int i = 0; i < STEPS; ++i) v = v * x + 0.5f;
  return v;
}

__attribute__((always_inline)) float odd(float x) {
  const float s = x * x;
  float v = 0.75f;
  for (int i = 0; i < STEPS; ++i) v = v * s + 0.75f;
  return v;
}

__kernel void parity_groups(int n, __global const float* in, __global float* out) {
  // <place>
  const int group = get_group_id(0), way = group & 1;
  const int first = (group - way) * get_local_size(0);  // of the stretch of both
  const int i = first + 2 * get_local_id(0) + way;
  if (i >= n) return;
  if (way == 0) {
    out[i] = even(0.25f * in[i]);
  } else {
    out[i] = odd(0.25f * in[i]);
  }
  // </place>
}
