// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 07: transpose a square matrix in place. There is no second matrix: an element must be safe
// in local memory before another one takes its place. The work-group is 32x8, one for each tile of 32x32.
#define TILE 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_in_place(int n, __global float* a) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
  // TODO: A tile and its mirror image change places. Which work-groups have two tiles to move, which one,
  //       which none? (Those with none must reach the barrier like everybody else.) Load both tiles into
  //       local memory, along rows; then store both, along rows. Mind the edges.
  for (int j = ly; j < TILE; j += ROWS) {
    const int x = x0 + lx, y = y0 + j;
    if (x < y && y < n) {
      const float above = a[x * n + y];
      a[x * n + y] = a[y * n + x];
      a[y * n + x] = above;
    }
  }
}
