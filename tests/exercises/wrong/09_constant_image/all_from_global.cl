// wrong: all_from_global; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Right, and fetches each pixel up to nine times: the starter.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
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
