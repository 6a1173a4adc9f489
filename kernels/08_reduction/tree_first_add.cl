// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The tree of tree_sequential.cl, with the first addition done on the way in: half as many groups, and no
// work-item that loads a number and then rests.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_tree_first_add(uint n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  // <load>
  const uint i = get_group_id(0) * 2 * ITEMS + x;
  t[x] = (i < n ? in[i] : 0.0f) + (i + ITEMS < n ? in[i + ITEMS] : 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  // </load>

  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x == 0) out[get_group_id(0)] = t[0];
}
