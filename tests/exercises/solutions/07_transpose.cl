// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 07: transpose a square matrix in place. There is no second matrix: an element must be safe
// in local memory before another one takes its place. The work-group is 32x8, one for each tile of 32x32.
//! hint 1: Chapter 07's padded tile moves a tile to its mirror image's place. Where does what stood there go?
//!  What if a group takes both tiles of a pair, and the group of the mirror image has nothing to do?
//! hint 2: A group with x0 > y0 moves tiles (x0, y0) and (y0, x0), one with x0 == y0 one tile, others none. How many
//!  local tiles is that, and does anybody leave before the barrier?
//! hint 3: first[j][lx] = a[(y0 + j) * n + x0 + lx], second[j][lx] = a[(x0 + j) * n + y0 + lx]; after the barrier each
//!  is stored, turned, where the other was. Are the rows of both tiles padded?
#define TILE 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_in_place(int n, __global float* a) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
  // <todo>
  //? A tile and its mirror image change places. Which work-groups have two tiles to move, which one,
  //? which none? (Those with none must reach the barrier like everybody else.) Load both tiles into
  //? local memory, along rows; then store both, along rows. Mind the edges.
  //= for (int j = ly; j < TILE; j += ROWS) {
  //=   const int x = x0 + lx, y = y0 + j;
  //=   if (x < y && y < n) {
  //=     const float above = a[x * n + y];
  //=     a[x * n + y] = a[y * n + x];
  //=     a[y * n + x] = above;
  //=   }
  //= }
  const bool one = x0 >= y0, two = x0 > y0;  // below the diagonal nothing is left to do
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
  // </todo>
}
