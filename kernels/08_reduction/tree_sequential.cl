// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The tree turned round: the upper half is added to the lower half, so that neighbours touch neighbours.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_tree_sequential(uint n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  const uint i = get_global_id(0);
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // every number is there

  // <steps>
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // </steps>
  if (x == 0) out[get_group_id(0)] = t[0];
}
