// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transposes n x n through tiles of 8 x 8. Published as "optimised", in the broken form.
#define TILE 8

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[TILE][TILE];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  // <broken>
  if (x < n && y < n) t[lx][ly] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < n && y < n) out[x * n + y] = t[ly][lx];  // turned twice, and strided all the same
  // </broken>
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local float t[TILE][TILE];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  // <fixed>
  if (x < n && y < n) t[ly][lx] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int ox = get_group_id(1) * TILE + lx;  // the groups change places,
  const int oy = get_group_id(0) * TILE + ly;  // neighbours in x stay neighbours
  if (ox < n && oy < n) out[oy * n + ox] = t[lx][ly];
  // </fixed>
}
