// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The stages that look at tiles: which of four kinds each is, and how many there are of each.
#define TILES_X(width) (((width) + 15) / 16)

// Lighter than the mean or not, more edges than the mean or not.
__kernel void classify(int width, int height, __global const uint* light,
                       __global const uint* marks, __global const uint* totals,
                       __global uchar* kinds) {
  const int i = get_global_id(0), tiles = TILES_X(width) * TILES_X(height);
  if (i >= tiles) return;
  kinds[i] = (light[i] > totals[0] / tiles) + 2 * (marks[i] > totals[1] / tiles);
}

// A tile takes the kind that most of its neighbourhood has; of equals, the smallest.
__kernel void clean(int width, int height, __global const uchar* kinds, __global uchar* cleaned) {
  const int across = TILES_X(width), down = TILES_X(height), i = get_global_id(0);
  if (i >= across * down) return;
  uint votes = 0;  // four counters of eight bits
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int x = clamp(i % across + dx, 0, across - 1), y = clamp(i / across + dy, 0, down - 1);
      votes += 1u << 8 * kinds[y * across + x];
    }
  }
  int best = 0;
  for (int kind = 1; kind < 4; ++kind) {
    if ((votes >> 8 * kind & 255) > (votes >> 8 * best & 255)) best = kind;
  }
  cleaned[i] = best;
}

__kernel void aggregate(int width, int height, __global const uchar* cleaned,
                        __global const uint* totals, __global uint* summary) {
  __local uint bins[4];
  const int me = get_local_id(0), tiles = TILES_X(width) * TILES_X(height);
  if (me < 4) bins[me] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = me; i < tiles; i += get_local_size(0)) atomic_inc(&bins[cleaned[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me < 4) summary[me] = bins[me];
  if (me == 0) summary[4] = totals[0], summary[5] = totals[1];
}
