// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Packing: both operands are copied once so that every kernel after it reads whole tiles, aligned.
// Elements beyond the matrix become 0, so the big kernels need no bounds checks on what they read.
#ifndef PANEL
#define PANEL 128  // rows of A that lie side by side in one panel: the height of a group's tile
#endif
#define TILE 32  // the local array is TILE x TILE, turned by TILE x 8 work-items

// A[M][K] -> panels[panel][k][row in panel]: turned, so that neighbours in a column become neighbours.
// K_padded rows a panel; one group turns one 32 x 32 tile.
__kernel __attribute__((reqd_work_group_size(TILE, 8, 1))) void pack_a(
    int M, int K, int K_padded, __global const float* A, __global float* panels) {
  __local float tile[TILE][TILE + 1];
  const int x = get_local_id(0), y = get_local_id(1);
  const int k0 = get_group_id(0) * TILE, m0 = get_group_id(1) * TILE;
  for (int j = y; j < TILE; j += 8) {
    const bool inside = m0 + j < M && k0 + x < K;
    tile[j][x] = inside ? A[(size_t)(m0 + j) * K + k0 + x] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint m = m0 + x;
  __global float* out = panels + (size_t)(m / PANEL) * K_padded * PANEL + m % PANEL;
  for (int j = y; j < TILE; j += 8) {
    if (k0 + j < K_padded) out[(size_t)(k0 + j) * PANEL] = tile[x][j];
  }
}

// B[K][N] -> the same rows, K_padded of them, N_padded wide. Not needed where B already fits.
__kernel __attribute__((reqd_work_group_size(64, 4, 1))) void pack_b(
    int K, int N, int N_padded, int K_padded, __global const float* B, __global float* padded) {
  const int n = get_global_id(0), k = get_global_id(1);
  if (n < N_padded && k < K_padded) {
    padded[(size_t)k * N_padded + n] = k < K && n < N ? B[(size_t)k * N + n] : 0.0f;
  }
}
