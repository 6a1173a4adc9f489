// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// out[i] = in[i] times the sum of all elements, in tiles of 16.
#define ITEMS 16

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  float sum = 0.0f;
  // <broken>
  for (int k = 0; k < n / ITEMS; ++k) {
    t[x] = in[k * ITEMS + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < ITEMS; ++j) sum += t[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // </broken>
  if (i < n) out[i] = in[i] * sum;
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  float sum = 0.0f;
  // <fixed>
  for (int k = 0; k < n; k += ITEMS) {
    t[x] = k + x < n ? in[k + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < ITEMS; ++j) sum += t[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // </fixed>
  if (i < n) out[i] = in[i] * sum;
}
