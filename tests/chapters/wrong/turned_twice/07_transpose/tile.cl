// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Wrong on purpose: turned on the way into local memory and again on the way out, and every work-item
// still writes to the place of the element that it read.
#define TILE 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_tile(int width, int height, __global const float* in, __global float* out) {
  __local float tile[TILE][TILE];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;

  // <wrong>
  for (int j = ly; j < TILE; j += ROWS) {
    if (x0 + lx < width && y0 + j < height) tile[lx][j] = in[(y0 + j) * width + x0 + lx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int j = ly; j < TILE; j += ROWS) {
    if (x0 + lx < width && y0 + j < height) out[(x0 + lx) * height + y0 + j] = tile[j][lx];
  }
  // </wrong>
}
