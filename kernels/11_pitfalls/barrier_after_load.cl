// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each element takes its left neighbour's value from a tile in local memory.
#define ITEMS 16

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  // <broken>
  t[x] = i < n ? in[i] : 0.0f;
  const float left = x > 0 ? t[x - 1] : 0.0f;
  // </broken>
  if (i < n) out[i] = left;
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  // <fixed>
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // the tile is complete
  const float left = x > 0 ? t[x - 1] : 0.0f;
  // </fixed>
  if (i < n) out[i] = left;
}
