// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Packing for wgmma_x3.cl: as pack_tf32.cl, but each element becomes two, x = big + small, both TF32. A
// tile's big parts come first, its small parts behind them, so that one copy still fetches a tile.
#ifndef ROWS
#define ROWS 128  // rows of A, or columns of B, in a tile
#endif
#define DEPTH 32  // elements of k in a tile: 128 bytes

// To the nearest of the values with 10 bits of mantissa; NaN and infinity stay what they are.
float to_tf32(float x) {
  const uint bits = as_uint(x);
  return (bits & 0x7f800000u) == 0x7f800000u ? x : as_float((bits + 0x1000u) & 0xffffe000u);
}

// Stores 4 elements as big and small parts.
void store_parts(__global float* to, float4 v) {
  const float4 big = (float4)(to_tf32(v.x), to_tf32(v.y), to_tf32(v.z), to_tf32(v.w));
  const float4 rest = v - big;
  *(__global float4*)to = big;
  *(__global float4*)(to + ROWS * DEPTH) =
      (float4)(to_tf32(rest.x), to_tf32(rest.y), to_tf32(rest.z), to_tf32(rest.w));
}

// Where chunk `chunk` of 4 elements of row `row` goes, in floats.
size_t place(uint row, int k_tile, int k_tiles, int chunk) {
  const size_t tile = (size_t)(row / ROWS) * k_tiles + k_tile;
  return tile * (2 * ROWS * DEPTH) + row % ROWS * DEPTH + (chunk ^ (row & 7)) * 4;
}

// A[M][K]: k is side by side already. One work-item a chunk: 8 chunks x 32 rows a group.
__kernel __attribute__((reqd_work_group_size(8, 32, 1))) void pack_rows(
    int M, int K, __global const float* A, __global float* tiles) {
  const int chunk = get_local_id(0), row = get_global_id(1);
  const int k_tile = get_group_id(0), k = k_tile * DEPTH + chunk * 4;
  float v[4];
  for (int i = 0; i < 4; ++i) {
    v[i] = row < M && k + i < K ? A[(size_t)row * K + k + i] : 0.0f;
  }
  store_parts(tiles + place(row, k_tile, get_num_groups(0), chunk),
              (float4)(v[0], v[1], v[2], v[3]));
}

// B[K][N]: turned on the way, 32 x 32 elements a group.
__kernel __attribute__((reqd_work_group_size(32, 8, 1))) void pack_columns(
    int K, int N, __global const float* B, __global float* tiles) {
  __local float tile[DEPTH][33];
  const uint x = get_local_id(0), y = get_local_id(1);
  const int n0 = get_group_id(0) * 32, k_tile = get_group_id(1), k0 = k_tile * DEPTH;
  for (uint k = y; k < DEPTH; k += 8) {
    tile[k][x] = k0 + k < K && n0 + x < N ? B[(size_t)(k0 + k) * N + n0 + x] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint chunk = x % 8, n = y * 4 + x / 8;
  store_parts(tiles + place(n0 + n, k_tile, get_num_groups(1), chunk),
              (float4)(tile[chunk * 4][n], tile[chunk * 4 + 1][n], tile[chunk * 4 + 2][n],
                       tile[chunk * 4 + 3][n]));
}
