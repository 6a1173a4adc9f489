// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Turns each tile of 16 round. The last tile may be a part of one.
#define ITEMS 16

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  // <broken>
  if (i >= n) return;  // nothing to do for this work-item
  t[x] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  // </broken>
  const int from = min(ITEMS, n - (i - x)) - 1 - x;
  if (i < n) out[i] = t[from];
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  // <fixed>
  if (i < n) t[x] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);  // everybody waits; only the work is guarded
  // </fixed>
  const int from = min(ITEMS, n - (i - x)) - 1 - x;
  if (i < n) out[i] = t[from];
}
