// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose through local memory: rows in, rows out, and the turn is made inside a tile of 32x32.
//   ROWS  rows of work-items: 8 move four elements each, 32 move one
//   PAD   words added to each row of the tile: 0 leaves every lane of a column in one bank, 1 none
#ifndef PAD
#define PAD 0
#endif
#ifndef ROWS
#define ROWS 8
#endif
#define TILE 32

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_tile(int width, int height, __global const float* in, __global float* out) {
  // <tile>
  __local float tile[TILE][TILE + PAD];
  // </tile>
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;

  // <turn>
  for (int j = ly; j < TILE; j += ROWS) {
    if (x0 + lx < width && y0 + j < height) tile[j][lx] = in[(y0 + j) * width + x0 + lx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // a work-item writes what others have read

  for (int j = ly; j < TILE; j += ROWS) {
    if (y0 + lx < height && x0 + j < width) out[(x0 + j) * height + y0 + lx] = tile[lx][j];
  }
  // </turn>
}
