// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 09: the magnitude of the Sobel gradient. gx is the right column of the 3 x 3 neighbourhood
// minus its left column, gy the lower row minus the upper one, the middle of each counted twice; the
// result is sqrt(gx * gx + gy * gy). Pixels outside the picture are those at its edge. The work-group
// is 16x16.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  // TODO: Load the group's pixels and a halo of one pixel around them into local memory, every element
  //       once: 18 x 18 elements for 256 work-items. Which elements does a work-item load, if all of them
  //       go on until the tile is full? Then wait, and take the nine pixels from the tile.
  float p[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      p[i][j] = picture[clamp(y + i - 1, 0, H - 1) * W + clamp(x + j - 1, 0, W - 1)];
    }
  }
  const float gx = p[0][2] - p[0][0] + 2.0f * (p[1][2] - p[1][0]) + p[2][2] - p[2][0];
  const float gy = p[2][0] - p[0][0] + 2.0f * (p[2][1] - p[0][1]) + p[2][2] - p[0][2];
  if (x < W && y < H) out[y * W + x] = sqrt(gx * gx + gy * gy);
}
