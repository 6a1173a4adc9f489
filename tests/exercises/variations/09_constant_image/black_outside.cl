// varies: zero_border
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Pixels outside the picture are black.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  __local float tile[(TILE + 2) * (TILE + 2)];
  const int left = get_group_id(0) * TILE - 1;
  const int top = get_group_id(1) * TILE - 1;
  for (int i = ly * TILE + lx; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
    const int row = i / (TILE + 2), col = i - row * (TILE + 2);
    const int r = top + row, c = left + col;
    tile[i] = 0.0f;
    if (r >= 0 && r < H && c >= 0 && c < W) tile[i] = picture[r * W + c];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody reads a tile that is not complete

  float p[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) p[i][j] = tile[(ly + i) * (TILE + 2) + lx + j];
  }
  const float gx = p[0][2] - p[0][0] + 2.0f * (p[1][2] - p[1][0]) + p[2][2] - p[2][0];
  const float gy = p[2][0] - p[0][0] + 2.0f * (p[2][1] - p[0][1]) + p[2][2] - p[0][2];
  if (x < W && y < H) out[y * W + x] = sqrt(gx * gx + gy * gy);
}
