// wrong: seams; judge: values; says: elements of out are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The tile has no halo: at its edge a pixel looks at itself.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  __local float tile[TILE][TILE];  // no halo: at its edge a tile looks at itself
  tile[ly][lx] = picture[min(y, H - 1) * W + min(x, W - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float p[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      p[i][j] = tile[clamp(ly + i - 1, 0, TILE - 1)][clamp(lx + j - 1, 0, TILE - 1)];
    }
  }
  const float gx = p[0][2] - p[0][0] + 2.0f * (p[1][2] - p[1][0]) + p[2][2] - p[2][0];
  const float gy = p[2][0] - p[0][0] + 2.0f * (p[2][1] - p[0][1]) + p[2][2] - p[0][2];
  if (x < W && y < H) out[y * W + x] = sqrt(gx * gx + gy * gy);
}
