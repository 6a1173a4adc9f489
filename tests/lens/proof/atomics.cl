// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Atomics on global and local memory.
//   AT  the counter that work-item i wants
#ifndef AT
#define AT 0
#endif

__kernel void global_add(__global int* count, __global int* out) {
  const int i = get_global_id(0);
  out[i] = atomic_add(&count[AT], i);
}

__kernel void global_reduce(__global int* count) {
  const int i = get_global_id(0);
  atomic_add(&count[AT], i);
}

__kernel void global_swap(__global int* count, __global int* out) {
  const int i = get_global_id(0);
  out[i] = atomic_cmpxchg(&count[AT], 0, i);
}

__kernel void local_add(__global int* out) {
  __local int count[64];
  const int i = get_local_id(0);
  count[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count[AT], i + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count[i];
}
