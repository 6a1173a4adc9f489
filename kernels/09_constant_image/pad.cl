// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Copies a W x H picture into a larger one with a border of R pixels before it and as many as there is
// room for behind it; the border repeats the edge. One work-item a row, sixteen pixels at a time.
//   R   width of the border
#ifndef R
#define R 8
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pad(int W, int H, int pitch, __global const float* picture, __global float* padded) {
  __global const float* in = picture + clamp((int)get_global_id(0) - R, 0, H - 1) * W;
  __global float* row = padded + get_global_id(0) * pitch;
  for (int col = 0; col < R; ++col) row[col] = in[0];
  int col = 0;
  for (; col + 16 <= W; col += 16) vstore16(vload16(0, in + col), 0, row + R + col);
  for (; col < W; ++col) row[R + col] = in[col];
  for (col += R; col < pitch; ++col) row[col] = in[W - 1];
}
