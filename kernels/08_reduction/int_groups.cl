// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One atomic addition a work-group: whatever precedes it, the groups meet at one address at the end. Integer
// sums do not depend on the order, so this is exact, and the same in every run.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_int_groups(uint n, __global const int* in, volatile __global int* out) {
  __local int t[ITEMS];
  const uint x = get_local_id(0);
  int sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  t[x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // <meet>
  if (x == 0) atomic_add(out, t[0]);
  // </meet>
}
