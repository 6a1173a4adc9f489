// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Four outputs in a row per work-item: 32x32 tiles, loaded four floats at a time by 8x32 work-items.
//   ALIGNED   1: rows start on 16 bytes (N and K multiples of 4), loads are float4; 0: vload4, any size
#ifndef ALIGNED
#define ALIGNED 0
#endif
#define TILE 32
#define LANES (TILE / 4)

// <load4>
// Four neighbours of one row, zeros outside the matrix.
float4 load4(__global const float* m, int row, int col, int rows, int cols) {
  if (row >= rows) return (float4)(0.0f);
  __global const float* p = m + row * cols + col;
#if ALIGNED
  return col < cols ? *(__global const float4*)p : (float4)(0.0f);
#else
  if (col + 4 <= cols) return vload4(0, p);
  return (float4)(col < cols ? p[0] : 0.0f, col + 1 < cols ? p[1] : 0.0f,
                  col + 2 < cols ? p[2] : 0.0f, 0.0f);
#endif
}
// </load4>

__kernel __attribute__((reqd_work_group_size(LANES, TILE, 1)))
void gemm_row_of_four(int M, int N, int K, __global const float* A, __global const float* B,
                      __global float* C) {
  __local float4 tile_a[TILE][LANES];
  __local float4 tile_b[TILE][LANES];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0) * 4;
  const int row = get_global_id(1);

  float4 sum = (float4)(0.0f);
  for (int k0 = 0; k0 < K; k0 += TILE) {
    tile_a[y][x] = load4(A, row, k0 + 4 * x, M, K);
    tile_b[y][x] = load4(B, k0 + y, col, K, N);
    barrier(CLK_LOCAL_MEM_FENCE);
    // <inner>
    for (int k = 0; k < TILE; ++k) {
      const float a = ((__local const float*)tile_a[y])[k];
      sum = fma((float4)(a), tile_b[k][x], sum);
    }
    // </inner>
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row >= M) return;
  // <store>
  const float out[4] = {sum.x, sum.y, sum.z, sum.w};
  for (int i = 0; i < 4 && col + i < N; ++i) C[row * N + col + i] = out[i];
  // </store>
}
