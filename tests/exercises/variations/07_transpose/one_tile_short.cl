// varies: diagonal_forgotten
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Tiles on the diagonal stay as they are.
#define TILE 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_in_place(int n, __global float* a) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
  const bool one = x0 > y0, two = x0 > y0;  // below the diagonal nothing is left to do
  __local float upper[TILE][TILE + 1];
  __local float lower[TILE][TILE + 1];

  for (int j = ly; j < TILE; j += ROWS) {
    if (one && x0 + lx < n && y0 + j < n) upper[j][lx] = a[(y0 + j) * n + x0 + lx];
    if (two && y0 + lx < n && x0 + j < n) lower[j][lx] = a[(x0 + j) * n + y0 + lx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // both tiles are safe

  for (int j = ly; j < TILE; j += ROWS) {
    if (one && y0 + lx < n && x0 + j < n) a[(x0 + j) * n + y0 + lx] = upper[lx][j];
    if (two && x0 + lx < n && y0 + j < n) a[(y0 + j) * n + x0 + lx] = lower[lx][j];
  }
}
