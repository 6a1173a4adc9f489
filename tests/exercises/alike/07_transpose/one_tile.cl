// alike: one_tile
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One local tile, used twice; what comes out of it first waits in registers.
#define TILE 32
#define ROWS 8
#define EACH (TILE / ROWS)

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_in_place(int n, __global float* a) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
  const bool one = x0 >= y0, two = x0 > y0;
  __local float tile[TILE][TILE + 1];
  float turned[EACH];

  for (int k = 0; k < EACH; ++k) {
    const int j = ly + k * ROWS;
    if (one && x0 + lx < n && y0 + j < n) tile[j][lx] = a[(y0 + j) * n + x0 + lx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < EACH; ++k) {
    const int j = ly + k * ROWS;
    if (one && y0 + lx < n && x0 + j < n) turned[k] = tile[lx][j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // the tile is free again
  for (int k = 0; k < EACH; ++k) {
    const int j = ly + k * ROWS;
    if (two && y0 + lx < n && x0 + j < n) tile[j][lx] = a[(x0 + j) * n + y0 + lx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < EACH; ++k) {
    const int j = ly + k * ROWS;
    if (one && y0 + lx < n && x0 + j < n) a[(x0 + j) * n + y0 + lx] = turned[k];
    if (two && x0 + lx < n && y0 + j < n) a[(y0 + j) * n + x0 + lx] = tile[lx][j];
  }
}
