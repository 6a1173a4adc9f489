// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every group walks over the input in tiles; item x adds up what its right neighbour loaded.
#define ITEMS 16

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  float sum = 0.0f;
  // <broken>
  for (int k = 0; k < n; k += ITEMS) {
    t[x] = k + x < n ? in[k + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += x + 1 < ITEMS ? t[x + 1] : 0.0f;
  }
  // </broken>
  if (i < n) out[i] = sum;
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
    sum += x + 1 < ITEMS ? t[x + 1] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);  // nobody reads this tile any more
  }
  // </fixed>
  if (i < n) out[i] = sum;
}
