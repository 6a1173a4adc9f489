// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every value of `in` is read once, whatever the stride: `pass` p takes elements p, p + STRIDE, p + 2 * STRIDE
// and so on, 16 of them a work-item. Only the distance between neighbours changes.
//   STRIDE   floats from one work-item's element to its neighbour's
#ifndef STRIDE
#define STRIDE 1
#endif

// <kernel>
__kernel void stride_sum(int items, __global const float* in, __global float* out) {
  const int j = get_global_id(0), pass = get_global_id(1);
  if (j >= items) return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += in[(k * items + j) * STRIDE + pass];
  out[pass * items + j] = sum;
}
// </kernel>
