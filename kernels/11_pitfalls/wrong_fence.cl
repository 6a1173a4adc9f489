// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The barrier is there, but it orders another memory than the one that is shared.
#define ITEMS 16

__kernel void broken(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  // <broken>
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_GLOBAL_MEM_FENCE);
  const float left = x > 0 ? t[x - 1] : 0.0f;
  // </broken>
  if (i < n) out[i] = left;
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  // <fixed>
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float left = x > 0 ? t[x - 1] : 0.0f;
  // </fixed>
  if (i < n) out[i] = left;
}
