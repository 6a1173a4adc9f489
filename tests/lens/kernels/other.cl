// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What is neither plain global nor local memory: constants, atomics, images, arithmetic, copies.
__kernel void constant_uniform(__constant float* c, __global float* o) {
  o[get_global_id(0)] = c[3];
}

__kernel void constant_diverging(__constant float* c, __global float* o) {
  const int i = get_global_id(0);
  o[i] = c[i & 3];
}

__kernel void atomic_one(__global int* count) { atomic_add(count, 2); }

__kernel void atomic_each(__global int* count) { atomic_inc(&count[get_global_id(0)]); }

__kernel void atomic_some(__global int* count) {
  const int i = get_global_id(0);
  atomic_cmpxchg(&count[i % 5], 0, i);
}

__kernel void atomic_local(__global int* o, __local int* count) {
  const int l = get_local_id(0);
  if (l < 4) count[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count[l & 3], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) o[l] = count[l];
}

__kernel void image(read_only image2d_t in, sampler_t sampler, __global float* o) {
  const int i = get_global_id(0);
  o[i] = read_imagef(in, sampler, (float2)(i + 0.5f, 1.5f)).x;
}

__kernel void image_copy(read_only image2d_t in, sampler_t sampler, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), 0);
  write_imagef(out, at, read_imagef(in, sampler, at));
}

__kernel void flops(__global float4* v, __global float* o) {
  const int i = get_global_id(0);
  v[i] = v[i] + (float4)(1, 2, 3, 4);
  const float x = o[i];
  o[i] = fma(x, x, 3.0f) / mad(x, 2.0f, 1.0f) * sqrt(x) - native_sin(x);
}

__kernel void copy(__global const float* a, __global float* o, __local float* t) {
  const event_t done = async_work_group_copy(t, a, 64, 0);
  wait_group_events(1, (event_t*)&done);
  o[get_global_id(0)] = t[get_local_id(0)];
}

__kernel void long_loop(__global const float* a, __global float* o, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += a[k];
  o[get_global_id(0)] = s;
}

// Oclgrind has no arithmetic on half: it gives the kernel up and reports success to the host.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void given_up(__global half* o) {
  const int i = get_global_id(0);
  o[i] = o[i] + o[i + 32];
}
