// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// copies.cl with one table, and the atomic functions of OpenCL C 2.0 and later: the order and the scope are
// said. Nothing depends on the order of the additions, and only the group sees its table.
#define ITEMS 256
#define BINS 256

// <inc>
#define INC(bin) atomic_fetch_add_explicit(&t[bin], 1u, memory_order_relaxed, memory_scope_work_group)
// </inc>
#define COUNT(word) INC(word & 255); INC(word >> 8 & 255); INC(word >> 16 & 255); INC(word >> 24)

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_fetch(uint n, __global const uint4* in, volatile __global uint* counts) {
  __local atomic_uint t[BINS];
  const uint x = get_local_id(0), whole = n / 16;
  atomic_init(&t[x], 0u);
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody counts before all are zero
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x);
    COUNT(v.y);
    COUNT(v.z);
    COUNT(v.w);
  }
  const uint rest = 16 * whole + get_global_id(0);
  if (rest < n) INC(((__global const uchar*)in)[rest]);
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  const uint sum = atomic_load_explicit(&t[x], memory_order_relaxed, memory_scope_work_group);
  atomic_add(&counts[x], sum);
}
