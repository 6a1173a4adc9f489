// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Counts, for each group, the elements that are larger than a quarter.

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local int count;
  const int i = get_global_id(0);
  // <broken>
  if (i < n && in[i] > 0.25f) atomic_inc(&count);
  // </broken>
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = count;
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local int count;
  const int i = get_global_id(0);
  // <fixed>
  if (get_local_id(0) == 0) count = 0;  // local memory starts with whatever was left there
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n && in[i] > 0.25f) atomic_inc(&count);
  // </fixed>
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = count;
}
