// alike: sums_of_columns
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(int W, int H, __global const float* picture, __global float* out) {
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  __local float tile[TILE + 2][TILE + 3];
  const int left = get_group_id(0) * TILE - 1;
  const int top = get_group_id(1) * TILE - 1;
  for (int i = ly * TILE + lx; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
    const int row = i / (TILE + 2), col = i - row * (TILE + 2);
    tile[row][col] = picture[clamp(top + row, 0, H - 1) * W + clamp(left + col, 0, W - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float side[3], slope[3];  // a column's weighted sum, and its lower end minus its upper one
  for (int j = 0; j < 3; ++j) {
    const float a = tile[ly][lx + j], b = tile[ly + 1][lx + j], c = tile[ly + 2][lx + j];
    side[j] = a + 2.0f * b + c;
    slope[j] = c - a;
  }
  const float gx = side[2] - side[0];
  const float gy = slope[0] + 2.0f * slope[1] + slope[2];
  if (x < W && y < H) out[y * W + x] = hypot(gx, gy);
}
