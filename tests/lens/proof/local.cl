// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Local memory: store, barrier, load. The width is TYPE's, the pattern is that of the two indices.
//   TYPE   of the element     WORDS  elements of the array
//   STORE  index of the store by work-item l     LOAD  index of the load     ACTIVE  who loads
#ifndef TYPE
#define TYPE float
#endif
#ifndef WORDS
#define WORDS 64
#endif
#ifndef STORE
#define STORE l
#endif
#ifndef LOAD
#define LOAD l
#endif
#ifndef ACTIVE
#define ACTIVE 1
#endif

__kernel void local_pattern(__global const TYPE* in, __global TYPE* out) {
  __local TYPE t[WORDS];
  const int l = get_local_id(0);
  t[STORE] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (ACTIVE) out[get_global_id(0)] = t[LOAD];
}

__kernel void tree(__global const float* in, __global float* out) {
  __local float t[128];
  const int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
#pragma unroll 1
  for (int width = 64; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < width) t[l] += t[l + width];
  }
  if (l == 0) out[get_group_id(0)] = t[0];
}

// Neighbours instead of halves: lanes of every warp drop out, and strides grow.
__kernel void interleaved_tree(__global const float* in, __global float* out) {
  __local float t[128];
  const int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
#pragma unroll 1
  for (int step = 1; step < 128; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((l & (2 * step - 1)) == 0) t[l] += t[l + step];
  }
  if (l == 0) out[get_group_id(0)] = t[0];
}
