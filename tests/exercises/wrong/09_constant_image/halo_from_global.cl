// wrong: halo_from_global; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The tile has no halo: what it lacks is fetched anew each time it is used.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  __local float tile[TILE][TILE];
  tile[ly][lx] = picture[min(y, H - 1) * W + min(x, W - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float p[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int row = ly + i - 1, col = lx + j - 1;  // what the tile has not is fetched each time
      const bool in = row >= 0 && row < TILE && col >= 0 && col < TILE;
      p[i][j] = in ? tile[row][col]
                   : picture[clamp(y + i - 1, 0, H - 1) * W + clamp(x + j - 1, 0, W - 1)];
    }
  }
  const float gx = p[0][2] - p[0][0] + 2.0f * (p[1][2] - p[1][0]) + p[2][2] - p[2][0];
  const float gy = p[2][0] - p[0][0] + 2.0f * (p[2][1] - p[0][1]) + p[2][2] - p[0][2];
  if (x < W && y < H) out[y * W + x] = sqrt(gx * gx + gy * gy);
}
