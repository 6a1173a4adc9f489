// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Accesses to local memory whose wavefronts can be worked out by hand (lens_test.cpp).
__kernel void strided(__global float* o, int stride, __local float* t) {
  const int l = get_local_id(0);
  t[l * stride] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = t[l * stride];
}

// Every lane reads the element `l >> shift`: pairs agree for 1, all agree for 5.
__kernel void shared1(__global float* o, int shift, __local float* t) {
  const int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = t[l >> shift];
}

__kernel void shared2(__global float2* o, int shift, __local float2* t) {
  const int l = get_local_id(0);
  t[l] = (float2)(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = t[l >> shift];
}

__kernel void shared4(__global float4* o, int shift, __local float4* t) {
  const int l = get_local_id(0);
  t[l] = (float4)(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = t[l >> shift];
}

__kernel void elements(__global float* o, __local float4* t) {
  const int l = get_local_id(0);
  t[l] = (float4)(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float4 v = t[l ^ 1];
  o[get_global_id(0)] = v.x + v.y * v.z - v.w;
}

__kernel void cast4(__global float4* o) {
  __local float t[128];
  const int l = get_local_id(0);
  *(__local float4*)&t[4 * l] = (float4)(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = *(__local float4*)&t[4 * (l ^ 1)];
}

__kernel void doubles(__global double* o, __local double* t) {
  const int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = t[l ^ 1];
}

__kernel void unaligned4(__global float* o, __local float* t) {
  const int l = get_local_id(0);
  vstore4((float4)(l), l, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = t[l];
}

__kernel void barriers_in_loop(__global const float* a, __global float* o, int n) {
  __local float t[64];
  const int l = get_local_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k) {
    t[l] = a[k * 64 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    s += t[63 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[get_global_id(0)] = s;
}

// Lanes below `width` of a group that halves: the tree of a reduction.
__kernel void tree(__global float* o, __local float* t) {
  const int l = get_local_id(0);
  t[l] = l;
  for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < width) t[l] += t[l + width];
  }
  if (l == 0) o[get_group_id(0)] = t[0];
}
