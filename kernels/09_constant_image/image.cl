// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// K x K convolution of an image: the sampler knows what lies beyond the edge, so there is no clamp.
//   K   side of the filter, odd
#ifndef K
#define K 17
#endif
#define R (K / 2)

// <sampler>
__constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
// </sampler>

__kernel void convolve_image(int W, int H, __read_only image2d_t picture, __global float* out,
                             __constant float* filter) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float sum = 0.0f;
  // <use>
  for (int i = 0; i < K; ++i) {
    for (int j = 0; j < K; ++j) {
      const float4 pixel = read_imagef(picture, edge, (int2)(x + j - R, y + i - R));
      sum += pixel.x * filter[i * K + j];
    }
  }
  // </use>
  out[y * W + x] = sum;
}
