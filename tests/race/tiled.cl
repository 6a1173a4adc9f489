// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// C = A B for square matrices of n x n floats, n a multiple of TILE, with tiles in local memory.
// Both barriers are needed; each option takes one away.
#ifndef TILE
#define TILE 4  // width and height of a tile and of the work-group
#endif
#ifndef LOAD_BARRIER
#define LOAD_BARRIER 1  // 0: uses the tiles before all of the group have loaded them
#endif
#ifndef USE_BARRIER
#define USE_BARRIER 1  // 0: loads the next tiles while some of the group still use these
#endif

kernel void tiled(global const float* a, global const float* b, global float* c, int n) {
  local float as[TILE][TILE];
  local float bs[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    as[y][x] = a[row * n + k + x];       // <- tiled writes a
    bs[y][x] = b[(k + y) * n + column];  // <- tiled writes b
    if (LOAD_BARRIER) barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) {
      sum += as[y][i] * bs[i][x];  // <- tiled reads
    }
    if (USE_BARRIER) barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;  // <- tiled stores
}
