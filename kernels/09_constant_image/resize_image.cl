// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Bilinear resize by the sampler: in normalised coordinates the sizes of the two pictures cancel, and
// the filter, the half pixel and the border are the hardware's.

// <kernel>
__constant sampler_t bilinear =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

__kernel void resize_image(int W, int H, __read_only image2d_t picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  const float2 centre = (float2)(x + 0.5f, y + 0.5f) / (float2)(W, H);
  out[y * W + x] = read_imagef(picture, bilinear, centre).x;
}
// </kernel>
