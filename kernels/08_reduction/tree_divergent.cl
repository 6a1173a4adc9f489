// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A tree in local memory, first try. Step s adds neighbours that are s apart, in place; every work-item asks
// whether it is one of those that add.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_tree_divergent(uint n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  const uint i = get_global_id(0);
  // <load>
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // every number is there
  // </load>

  // <steps>
  for (uint s = 1; s < ITEMS; s *= 2) {
    if (x % (2 * s) == 0) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // </steps>
  // <store>
  if (x == 0) out[get_group_id(0)] = t[0];
  // </store>
}
