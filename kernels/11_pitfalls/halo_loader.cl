// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sum of three neighbours through a tile with a halo of one element on each side; edges repeat.
#define ITEMS 16

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS + 2];
  const int x = get_local_id(0);
  const int first = get_group_id(0) * ITEMS - 1;  // the tile's first element, halo included
  const int i = get_global_id(0);
  // <broken>
  for (int k = x; k < ITEMS + 4; k += ITEMS) {   // two elements beyond the tile
    t[k] = in[clamp(first, 0, n - 1)];           // one element, again and again
  }
  // </broken>
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = t[x] + t[x + 1] + t[x + 2];
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS + 2];
  const int x = get_local_id(0);
  const int first = get_group_id(0) * ITEMS - 1;  // the tile's first element, halo included
  const int i = get_global_id(0);
  // <fixed>
  for (int k = x; k < ITEMS + 2; k += ITEMS) {
    t[k] = in[clamp(first + k, 0, n - 1)];
  }
  // </fixed>
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = t[x] + t[x + 1] + t[x + 2];
}
