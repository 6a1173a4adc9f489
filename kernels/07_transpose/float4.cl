// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Transpose in blocks of 4x4: a work-item loads four float4, turns them in registers, and stores four.
// A 64x64 tile in local memory then lets both sides move 256 bytes of a row at once. Any rectangle.
//   SWIZZLE   1: the quads of a row change places, by XOR with the row's block; 0: they stay
#ifndef SWIZZLE
#define SWIZZLE 1
#endif
#define QUADS 16          // float4 in a row of the tile
#define TILE (4 * QUADS)  // 64 rows of 64 floats: 16 KiB
#define PLACE(quad, block) (SWIZZLE ? (quad) ^ (block) : (quad))

// `left` elements of the row remain. Quads are aligned if every row starts at a multiple of 16 bytes;
// then one is whole or absent.
// <quads>
float4 load_quad(__global const float* at, int left, bool aligned) {
  if (aligned && left > 0) return *(__global const float4*)at;
  return (float4)(left > 0 ? at[0] : 0.0f, left > 1 ? at[1] : 0.0f, left > 2 ? at[2] : 0.0f,
                  left > 3 ? at[3] : 0.0f);
}
// </quads>

void store_quad(__global float* at, float4 quad, int left, bool aligned) {
  if (aligned && left > 0) {
    *(__global float4*)at = quad;
    return;
  }
  if (left > 0) at[0] = quad.x;
  if (left > 1) at[1] = quad.y;
  if (left > 2) at[2] = quad.z;
  if (left > 3) at[3] = quad.w;
}

__kernel __attribute__((reqd_work_group_size(QUADS, QUADS, 1)))
void transpose_float4(int width, int height, __global const float* in, __global float* out) {
  __local float4 tile[TILE][QUADS];  // as the output has it: row x, quads along y
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;

  // <turn>
  const int x = x0 + 4 * lx;
  float4 r[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int y = y0 + 4 * ly + i;
    r[i] = load_quad(in + y * width + x, y < height ? width - x : 0, width % 4 == 0);
  }
  tile[4 * lx + 0][PLACE(ly, lx)] = (float4)(r[0].x, r[1].x, r[2].x, r[3].x);
  tile[4 * lx + 1][PLACE(ly, lx)] = (float4)(r[0].y, r[1].y, r[2].y, r[3].y);
  tile[4 * lx + 2][PLACE(ly, lx)] = (float4)(r[0].z, r[1].z, r[2].z, r[3].z);
  tile[4 * lx + 3][PLACE(ly, lx)] = (float4)(r[0].w, r[1].w, r[2].w, r[3].w);
  barrier(CLK_LOCAL_MEM_FENCE);  // a work-item stores what others have turned

  for (int i = 0; i < 4; ++i) {
    const int row = 4 * ly + i, y = y0 + 4 * lx;
    store_quad(out + (x0 + row) * height + y, tile[row][PLACE(lx, ly)],
               x0 + row < width ? height - y : 0, height % 4 == 0);
  }
  // </turn>
}
