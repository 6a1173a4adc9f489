// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sixteen outputs per work-item, 4x4, kept in registers: 64x64 of C a work-group of 16x16. A's tile is
// stored transposed, so that both operands of an inner step are one float4 each.
#define TILE 64
#define DEPTH 16

// Four neighbours of one row, zeros outside the matrix. vload4 asks for no alignment.
float4 load4(__global const float* m, int row, int col, int rows, int cols) {
  if (row >= rows) return (float4)(0.0f);
  __global const float* p = m + row * cols + col;
  if (col + 4 <= cols) return vload4(0, p);
  return (float4)(col < cols ? p[0] : 0.0f, col + 1 < cols ? p[1] : 0.0f,
                  col + 2 < cols ? p[2] : 0.0f, 0.0f);
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_four_by_four(int M, int N, int K, __global const float* A, __global const float* B,
                       __global float* C) {
  __local float tile_a[DEPTH][TILE] __attribute__((aligned(16)));
  __local float tile_b[DEPTH][TILE] __attribute__((aligned(16)));
  const int x = get_local_id(0), y = get_local_id(1), item = y * 16 + x;
  const int row0 = get_group_id(1) * TILE, col0 = get_group_id(0) * TILE;

  float4 sum[4] = {(float4)(0.0f), (float4)(0.0f), (float4)(0.0f), (float4)(0.0f)};
  for (int k0 = 0; k0 < K; k0 += DEPTH) {
    // <load>
    const int ar = item / 4, ak = item % 4 * 4;  // 64 rows of A, four float4 each
    const float4 a4 = load4(A, row0 + ar, k0 + ak, M, K);
    tile_a[ak + 0][ar] = a4.x;
    tile_a[ak + 1][ar] = a4.y;
    tile_a[ak + 2][ar] = a4.z;
    tile_a[ak + 3][ar] = a4.w;
    *(__local float4*)&tile_b[y][4 * x] = load4(B, k0 + y, col0 + 4 * x, K, N);
    // </load>
    barrier(CLK_LOCAL_MEM_FENCE);
    // <inner>
    for (int k = 0; k < DEPTH; ++k) {
      const float4 a = *(__local const float4*)&tile_a[k][4 * y];
      const float4 b = *(__local const float4*)&tile_b[k][4 * x];
      sum[0] = fma((float4)(a.x), b, sum[0]);
      sum[1] = fma((float4)(a.y), b, sum[1]);
      sum[2] = fma((float4)(a.z), b, sum[2]);
      sum[3] = fma((float4)(a.w), b, sum[3]);
    }
    // </inner>
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; ++i) {
    const int row = row0 + 4 * y + i, col = col0 + 4 * x;
    const float out[4] = {sum[i].x, sum[i].y, sum[i].z, sum[i].w};
    for (int j = 0; j < 4 && row < M && col + j < N; ++j) C[row * N + col + j] = out[j];
  }
}
