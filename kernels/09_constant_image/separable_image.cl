// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The two passes with images: the first reads an image and writes one, the second reads that. The
// sampler serves both borders, and no pixel is ever addressed by hand.
//   K   side of the filter, odd
#ifndef K
#define K 17
#endif
#define R (K / 2)

__constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// <rows>
__kernel void rows_image(int W, int H, __read_only image2d_t picture,
                         __write_only image2d_t scratch, __constant float* filter) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float sum = 0.0f;
  for (int j = 0; j < K; ++j) sum += read_imagef(picture, edge, (int2)(x + j - R, y)).x * filter[j];
  write_imagef(scratch, (int2)(x, y), (float4)(sum, 0.0f, 0.0f, 1.0f));
}
// </rows>

__kernel void columns_image(int W, int H, __read_only image2d_t scratch, __global float* out,
                            __constant float* filter) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float sum = 0.0f;
  for (int i = 0; i < K; ++i) sum += read_imagef(scratch, edge, (int2)(x, y + i - R)).x * filter[i];
  out[y * W + x] = sum;
}
