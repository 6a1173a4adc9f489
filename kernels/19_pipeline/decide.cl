// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The stages that decide something for the whole picture: one work-group each, or one item a tile.
#define TILES(width, height) (((width) + 15) / 16 * (((height) + 15) / 16))

// <table>
// Where a grey value goes so that all are equally frequent: the histogram, summed up from the left.
__kernel void make_table(int width, int height, __global const uint* counts, __global uchar* table) {
  __local uint below[256];
  const int me = get_local_id(0);
  uint count = 0;
  for (int part = 0; part < 16; ++part) count += counts[part * 256 + me];
  below[me] = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 256; step *= 2) {
    const uint left = me >= step ? below[me - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    below[me] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  table[me] = below[me] * 255 / (uint)(width * height);
}
// </table>

// Twice the mean is what counts as an edge. One work-item, sixteen numbers.
__kernel void edge_level(int width, int height, __global const uint* sums, __global uint* level) {
  uint sum = 0;
  for (int part = 0; part < 16; ++part) sum += sums[part];
  level[0] = sum / (uint)(width * height) * 2;
}

__kernel void statistics(int width, int height, __global const uint* light,
                         __global const uint* marks, __global uint* totals) {
  __local uint lights[256], marked[256];
  const int me = get_local_id(0), tiles = TILES(width, height);
  uint a = 0, b = 0;
  for (int i = me; i < tiles; i += 256) a += light[i], b += marks[i];
  lights[me] = a, marked[me] = b;
  for (int half_size = 128; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_size) {
      lights[me] += lights[me + half_size];
      marked[me] += marked[me + half_size];
    }
  }
  if (me == 0) totals[0] = lights[0], totals[1] = marked[0];
}
