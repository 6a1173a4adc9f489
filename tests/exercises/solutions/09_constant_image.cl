// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 09: the magnitude of the Sobel gradient. gx is the right column of the 3 x 3 neighbourhood
// minus its left column, gy the lower row minus the upper one, the middle of each counted twice; the
// result is sqrt(gx * gx + gy * gy). Pixels outside the picture are those at its edge. The work-group
// is 16x16.
//! hint 1: A tile of 16 x 16 outputs needs 18 x 18 pixels. If each work-item loads one, how many are missing?
//! hint 2: Number the 324 elements of the tile from 0. Work-item ly * 16 + lx takes that one, and which ones after it?
//!  From an element's number, what are its row and its column in the tile?
//! hint 3: for (i = ly * TILE + lx; i < 18 * 18; i += 256), row = i / 18, col = i % 18, from picture row top + row,
//!  clamped. What is top, and whom does the barrier wait for?
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  // <todo>
  //? Load the group's pixels and a halo of one pixel around them into local memory, every element
  //? once: 18 x 18 elements for 256 work-items. Which elements does a work-item load, if all of them
  //? go on until the tile is full? Then wait, and take the nine pixels from the tile.
  //= float p[3][3];
  //= for (int i = 0; i < 3; ++i) {
  //=   for (int j = 0; j < 3; ++j) {
  //=     p[i][j] = picture[clamp(y + i - 1, 0, H - 1) * W + clamp(x + j - 1, 0, W - 1)];
  //=   }
  //= }
  __local float tile[(TILE + 2) * (TILE + 2)];
  const int left = get_group_id(0) * TILE - 1;
  const int top = get_group_id(1) * TILE - 1;
  for (int i = ly * TILE + lx; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
    const int row = i / (TILE + 2), col = i - row * (TILE + 2);
    tile[i] = picture[clamp(top + row, 0, H - 1) * W + clamp(left + col, 0, W - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody reads a tile that is not complete

  float p[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) p[i][j] = tile[(ly + i) * (TILE + 2) + lx + j];
  }
  // </todo>
  const float gx = p[0][2] - p[0][0] + 2.0f * (p[1][2] - p[1][0]) + p[2][2] - p[2][0];
  const float gy = p[2][0] - p[0][0] + 2.0f * (p[2][1] - p[0][1]) + p[2][2] - p[0][2];
  if (x < W && y < H) out[y * W + x] = sqrt(gx * gx + gy * gy);
}
