// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each group of 32 adds up its elements: on some GPUs 32 items advance together, and volatile seemed enough.
#define ITEMS 32

__kernel void broken(int n, __global const float* in, __global float* out) {
  volatile __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  // <broken>
  if (x < 16) {
    t[x] += t[x + 16];
    t[x] += t[x + 8];
    t[x] += t[x + 4];
    t[x] += t[x + 2];
    t[x] += t[x + 1];
  }
  // </broken>
  if (x == 0) out[get_group_id(0)] = t[0];
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  volatile __local float t[ITEMS];
  const int x = get_local_id(0);
  const int i = get_global_id(0);
  t[x] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  // <fixed>
  for (int s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // </fixed>
  if (x == 0) out[get_group_id(0)] = t[0];
}
