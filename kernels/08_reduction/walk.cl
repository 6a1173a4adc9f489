// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A fixed number of groups walks over the array, one float at a time and one accumulator a work-item. The tree
// comes once a group, whatever the size of the array.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_walk(uint n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  // <walk>
  float sum = 0.0f;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  t[x] = sum;
  // </walk>
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x == 0) out[get_group_id(0)] = t[0];
}
