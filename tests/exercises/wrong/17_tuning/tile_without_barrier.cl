// wrong: a tile, and nobody waits for it; judge: values; says: out[
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#ifndef LX
#define LX 32
#define LY 4
#define OUT 8
#endif
#define REACH 4
#define TALL (LY * OUT + 2 * REACH)

__kernel __attribute__((reqd_work_group_size(LX, LY, 1)))
void largest_of_nine(int W, int H, __global const float* in, __global float* out) {
  __local float tile[TALL][LX];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), top = get_group_id(1) * LY * OUT;
  for (int i = ly; i < TALL; i += LY) {
    const int y = top + i - REACH;
    tile[i][lx] = y >= 0 && y < H && x < W ? in[y * W + x] : -INFINITY;
  }
  // <wrong>
  // </wrong>
  for (int r = 0; r < OUT; ++r) {
    const int row = ly * OUT + r;
    float most = tile[row][lx];
    for (int t = 1; t <= 2 * REACH; ++t) most = fmax(most, tile[row + t][lx]);
    if (x < W && top + row < H) out[(top + row) * W + x] = most;
  }
}
