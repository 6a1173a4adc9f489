// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Three transposes whose counters were compared with a GPU's: 64x64 floats, groups of 32x8.
#define T 32
#define ROWS 8
#ifndef PAD
#define PAD 0
#endif

__kernel void naive(int n, __global const float* in, __global float* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}

__kernel void tile(int n, __global const float* in, __global float* out) {
  __local float t[T][T + PAD];
  const int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * T + lx, y = get_group_id(1) * T + ly;
  for (int j = 0; j < T; j += ROWS) t[ly + j][lx] = in[(y + j) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * T + lx;
  y = get_group_id(0) * T + ly;
  for (int j = 0; j < T; j += ROWS) out[(y + j) * n + x] = t[lx][ly + j];
}
