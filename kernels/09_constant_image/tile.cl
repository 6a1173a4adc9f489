// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// K x K convolution from a tile in local memory: TX x TY outputs and a halo of R pixels around them,
// which the work-group loads together, every element once.
//   K        side of the filter, odd
//   TX, TY   the work-group
//   PITCH    words in a row of the tile; more than TX + 2 R loads pixels that nobody uses
#ifndef K
#define K 17
#endif
#ifndef TX
#define TX 32
#define TY 8
#endif
#define R (K / 2)
#ifndef PITCH
#define PITCH (TX + 2 * R)
#endif
#define ROWS (TY + 2 * R)

__kernel __attribute__((reqd_work_group_size(TX, TY, 1)))
void convolve_tile(int W, int H, __global const float* picture, __global float* out,
                   __constant float* filter) {
  __local float tile[ROWS * PITCH];
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);

  // <load>
  const int left = get_group_id(0) * TX - R;  // the tile's corner, in the picture
  const int top = get_group_id(1) * TY - R;
  for (int i = ly * TX + lx; i < ROWS * PITCH; i += TX * TY) {
    const int row = i / PITCH, col = i - row * PITCH;
    tile[i] = picture[clamp(top + row, 0, H - 1) * W + clamp(left + col, 0, W - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody reads a tile that is not complete
  // </load>

  // <use>
  float sum = 0.0f;
  for (int i = 0; i < K; ++i) {
    for (int j = 0; j < K; ++j) sum += tile[(ly + i) * PITCH + lx + j] * filter[i * K + j];
  }
  // </use>
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < W && y < H) out[y * W + x] = sum;
}
