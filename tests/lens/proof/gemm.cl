// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The tiled GEMM with its inner loop left rolled, so that every compiler loads one word at a time.
//   TILE  side of the tile and of the work-group
#ifndef TILE
#define TILE 16
#endif

__kernel void gemm_rolled(int n, __global const float* a, __global const float* b,
                          __global float* c) {
  __local float ta[TILE][TILE], tb[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
#pragma unroll 1
  for (int k0 = 0; k0 < n; k0 += TILE) {
    ta[y][x] = a[row * n + k0 + x];
    tb[y][x] = b[(k0 + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int k = 0; k < TILE; ++k) sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}
