// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Tiled GEMM on operands that were padded with zeros to whole tiles: the loads need no guard. lda and
// ldb are the padded row lengths; the padded extents are multiples of TILE.
//   TILE   side of the square tile and of the work-group; TILE * TILE work-items
#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_tiled_padded(int M, int N, int lda, int ldb, __global const float* A,
                       __global const float* B, __global float* C) {
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);
  const int row = get_global_id(1);

  float sum = 0.0f;
  for (int k0 = 0; k0 < lda; k0 += TILE) {
    // <load>
    tile_a[y][x] = A[row * lda + k0 + x];
    tile_b[y][x] = B[(k0 + y) * ldb + col];
    // </load>
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
