// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same tiles in local memory that the host sizes with clSetKernelArg: one binary serves every tile
// side, and the compiler no longer knows it.

// <kernel>
__kernel void gemm_tiled_dynamic(int M, int N, int K, __global const float* A,
                                 __global const float* B, __global float* C,
                                 __local float* tile_a, __local float* tile_b) {
  const int tile = get_local_size(0);  // the work-group is square
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);
  const int row = get_global_id(1);

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += tile) {
    tile_a[y * tile + x] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0.0f;
    tile_b[y * tile + x] = k0 + y < K && col < N ? B[(k0 + y) * N + col] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < tile; ++k) sum += tile_a[y * tile + k] * tile_b[k * tile + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
// </kernel>
