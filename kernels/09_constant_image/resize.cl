// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Bilinear resize by hand: where the output's pixel centre falls in the input, and a weighted mean of
// the four pixels around that place.

// <kernel>
__kernel void resize(int in_w, int in_h, int W, int H, __global const float* picture,
                     __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;

  const float u = (x + 0.5f) * ((float)in_w / W) - 0.5f;  // pixel i has its centre at i + 0.5
  const float v = (y + 0.5f) * ((float)in_h / H) - 0.5f;
  const int left = (int)floor(u), top = (int)floor(v);
  const float right_share = u - left, bottom_share = v - top;

  const int x0 = clamp(left, 0, in_w - 1), x1 = clamp(left + 1, 0, in_w - 1);
  __global const float* row0 = picture + clamp(top, 0, in_h - 1) * in_w;
  __global const float* row1 = picture + clamp(top + 1, 0, in_h - 1) * in_w;
  const float above = mix(row0[x0], row0[x1], right_share);
  const float below = mix(row1[x0], row1[x1], right_share);
  out[y * W + x] = mix(above, below, bottom_share);
}
// </kernel>
