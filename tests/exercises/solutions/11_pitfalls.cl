// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 11: out[r][c] = in[r][c] + in[r][c - 1] + in[r][c - 2]; what lies left of a row counts as 0.
// rows x cols floats, row-major. A work-group of 16x16 makes a tile of 16x16, and loads two more columns
// on the left. Three faults are planted.
//! hint 1: Run the judge. It names one fault after the other. For the first: what does the kernel read left of a row?
//! hint 2: For the second: which memory do the work-items share here, and which one does the barrier's flag name?
//! hint 3: For the third: neighbours in x should read neighbours in memory. In the loads, what does x run along?
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void smooth(int rows, int cols, __global const float* in, __global float* out) {
  __local float t[TILE][TILE + 2];  // t[r][c + 2] is the tile's element (r, c)
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col0 = get_group_id(0) * TILE;
  const int row0 = get_group_id(1) * TILE;
  // <todo>
  //? Find three faults from here to the store. Each has another judge: one gives wrong values,
  //? one is right on a CPU and not on a GPU, one is right everywhere and slow.
  //= const int ly = x;  // the element of the tile that this item loads
  //= const int lx = y;
  //= const int from = (row0 + ly) * cols + col0 + lx;
  //= t[ly][lx + 2] = row0 + ly < rows && col0 + lx < cols ? in[from] : 0.0f;
  //= if (lx < 2) t[ly][lx] = row0 + ly < rows ? in[from - 2] : 0.0f;
  //= barrier(CLK_GLOBAL_MEM_FENCE);
  const int ly = y;  // the element of the tile that this item loads
  const int lx = x;
  const int from = (row0 + ly) * cols + col0 + lx;
  t[ly][lx + 2] = row0 + ly < rows && col0 + lx < cols ? in[from] : 0.0f;
  if (lx < 2) t[ly][lx] = row0 + ly < rows && col0 > 0 ? in[from - 2] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  // </todo>
  const int row = row0 + y;
  const int col = col0 + x;
  if (row < rows && col < cols) out[row * cols + col] = t[y][x] + t[y][x + 1] + t[y][x + 2];
}
