// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose in registers: a work-item turns a block of 4x4 and shares nothing. With 8 lanes of a warp
// along x and 4 along y, a warp reads 128 bytes of a row and writes 64: whole sectors on both sides.
// What is left at the edges goes element by element.

// <kernel>
__kernel void transpose_registers(int width, int height, __global const float* in,
                                  __global float* out) {
  const int x = 4 * get_global_id(0), y = 4 * get_global_id(1);
  if (x + 4 <= width && y + 4 <= height && width % 4 == 0 && height % 4 == 0) {
    float4 r[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) r[i] = *(__global const float4*)(in + (y + i) * width + x);
    __global float* to = out + x * height + y;
    *(__global float4*)(to + 0 * height) = (float4)(r[0].x, r[1].x, r[2].x, r[3].x);
    *(__global float4*)(to + 1 * height) = (float4)(r[0].y, r[1].y, r[2].y, r[3].y);
    *(__global float4*)(to + 2 * height) = (float4)(r[0].z, r[1].z, r[2].z, r[3].z);
    *(__global float4*)(to + 3 * height) = (float4)(r[0].w, r[1].w, r[2].w, r[3].w);
    return;
  }
  for (int i = x; i < min(x + 4, width); ++i) {
    for (int j = y; j < min(y + 4, height); ++j) out[i * height + j] = in[j * width + i];
  }
}
// </kernel>
