// alike: the own element stays in a register, and the barrier fences both memories
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 11: out[r][c] = in[r][c] + in[r][c - 1] + in[r][c - 2]; what lies left of a row counts as 0.
// rows x cols floats, row-major. A work-group of 16x16 makes a tile of 16x16, and loads two more columns
// on the left.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void smooth(int rows, int cols, __global const float* in, __global float* out) {
  __local float t[TILE][TILE + 2];  // t[r][c + 2] is the tile's element (r, c)
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col0 = get_group_id(0) * TILE;
  const int row0 = get_group_id(1) * TILE;
  const int from = (row0 + y) * cols + col0 + x;
  const bool inside = row0 + y < rows && col0 + x < cols;
  const float own = inside ? in[from] : 0.0f;
  t[y][x + 2] = own;
  if (x < 2) t[y][x] = 0.0f;
  if (x < 2 && col0 > 0 && row0 + y < rows) t[y][x] = in[from - 2];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (inside) out[from] = own + t[y][x + 1] + t[y][x];
}
