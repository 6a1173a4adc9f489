// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Three transposes of 64x64 floats: groups of 32x8, a tile of 32x32.
//   PAD  words added to a row of the tile
#ifndef PAD
#define PAD 0
#endif

__kernel void transpose_direct(int n, __global const float* in, __global float* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}

__kernel void transpose_tile(int n, __global const float* in, __global float* out) {
  __local float t[32][32 + PAD];
  const int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * 32 + lx, y = get_group_id(1) * 32 + ly;
  for (int j = 0; j < 32; j += 8) t[ly + j][lx] = in[(y + j) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 32 + lx;
  y = get_group_id(0) * 32 + ly;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = t[lx][ly + j];
}
