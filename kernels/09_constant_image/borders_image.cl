// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What lies beyond the edge, by the sampler. It is an argument, so one kernel serves every border; two
// of them need normalised coordinates, in which the picture is 1 wide and 1 high.
//   K   side of the filter, odd
#ifndef K
#define K 5
#endif
#define R (K / 2)

__kernel void convolve_sampler(int W, int H, __read_only image2d_t picture, sampler_t border,
                               __global float* out, __constant float* filter) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float sum = 0.0f;
  // <use>
  for (int i = 0; i < K; ++i) {
    for (int j = 0; j < K; ++j) {
      const float2 centre = (float2)(x + j - R + 0.5f, y + i - R + 0.5f);
      sum += read_imagef(picture, border, centre / (float2)(W, H)).x * filter[i * K + j];
    }
  }
  // </use>
  out[y * W + x] = sum;
}
