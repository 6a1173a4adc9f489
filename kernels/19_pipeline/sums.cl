// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The stages that make few numbers of many: a table or a sum for each work-group. No group touches
// another one's result, so nothing has to be cleared before a frame.

// <histogram>
__kernel void histogram(int width, int height, __global const uchar* grey, __global uint* counts) {
  __local uint bins[256];
  const int me = get_local_id(0), n = width * height;
  bins[me] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[grey[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  counts[get_group_id(0) * 256 + me] = bins[me];  // 16 tables, one a group
}
// </histogram>

__kernel void edge_sums(int width, int height, __global const uchar* edges, __global uint* sums) {
  __local uint part[256];
  const int me = get_local_id(0), n = width * height;
  uint sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += edges[i];
  part[me] = sum;
  for (int half_size = 128; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_size) part[me] += part[me + half_size];
  }
  if (me == 0) sums[get_group_id(0)] = part[0];
}

// The sum of a tile of 16 x 16 pixels; of a mask, how many are set.
__kernel void tile_sums(int width, int height, __global const uchar* in, __global uint* sums) {
  __local uint part[256];
  const int x = get_global_id(0), y = get_global_id(1);
  const int me = get_local_id(1) * 16 + get_local_id(0);
  part[me] = x < width && y < height ? in[y * width + x] : 0;
  for (int half_size = 128; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_size) part[me] += part[me + half_size];
  }
  if (me == 0) sums[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = part[0];
}
