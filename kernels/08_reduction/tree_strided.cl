// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same tree with the same sums; the adding work-items are now the first ones, so that whole warps have
// nothing to do and are out of the way.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_tree_strided(uint n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  t[x] = get_global_id(0) < n ? in[get_global_id(0)] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // every number is there

  // <steps>
  for (uint s = 1; s < ITEMS; s *= 2) {
    const uint i = 2 * s * x;
    if (i < ITEMS) t[i] += t[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // </steps>
  if (x == 0) out[get_group_id(0)] = t[0];
}
