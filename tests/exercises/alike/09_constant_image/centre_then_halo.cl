// alike: centre_then_halo
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define TILE 16
#define PIXEL(row, col) picture[clamp(row, 0, H - 1) * W + clamp(col, 0, W - 1)]

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  __local float tile[TILE + 2][TILE + 2];
  tile[ly + 1][lx + 1] = PIXEL(y, x);
  if (ly == 0) tile[0][lx + 1] = PIXEL(y - 1, x);
  if (ly == TILE - 1) tile[TILE + 1][lx + 1] = PIXEL(y + 1, x);
  if (lx == 0) tile[ly + 1][0] = PIXEL(y, x - 1);
  if (lx == TILE - 1) tile[ly + 1][TILE + 1] = PIXEL(y, x + 1);
  if ((lx == 0 || lx == TILE - 1) && (ly == 0 || ly == TILE - 1)) {
    const int dx = lx == 0 ? -1 : 1, dy = ly == 0 ? -1 : 1;
    tile[ly + 1 + dy][lx + 1 + dx] = PIXEL(y + dy, x + dx);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float p[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) p[i][j] = tile[ly + i][lx + j];
  }
  const float gx = p[0][2] - p[0][0] + 2.0f * (p[1][2] - p[1][0]) + p[2][2] - p[2][0];
  const float gy = p[2][0] - p[0][0] + 2.0f * (p[2][1] - p[0][1]) + p[2][2] - p[0][2];
  if (x < W && y < H) out[y * W + x] = sqrt(gx * gx + gy * gy);
}
