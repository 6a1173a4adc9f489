// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Accesses to global memory whose sectors can be worked out by hand (lens_test.cpp).
__kernel void strided(__global const float* a, __global float* o, int stride, int offset) {
  const int i = get_global_id(0);
  o[i] = a[i * stride + offset] * 2;
}

__kernel void broadcast(__global const float* a, __global float* o) {
  const int i = get_global_id(0);
  o[i] = a[7] * 2;
}

// Four runs of eight floats, interleaved: lane i reads element i / 4 of run i % 4.
__kernel void gather(__global const int* index, __global const float* a, __global float* o) {
  const int i = get_global_id(0);
  const int at = index[i];
  o[i] = a[(at & 3) * 64 + (at >> 2)];
}

__kernel void bytes(__global const uchar* a, __global uchar* o) {
  const int i = get_global_id(0);
  o[i] = a[i] + 1;
}

__kernel void wide4(__global const float4* a, __global float4* o) {
  const int i = get_global_id(0);
  o[i] = a[i] * 2.0f;
}

// The elements are used one by one; the load is one all the same.
__kernel void elements(__global const float4* a, __global const float2* b, __global float* o) {
  const int i = get_global_id(0);
  const float4 p = a[i];
  const float2 q = b[i];
  o[i] = p.x + p.y * p.z - p.w + q.x * q.y;
}

// One store of 16 bytes, though Oclgrind makes five of it.
__kernel void built(__global const float* a, __global float4* o, __local float4* t) {
  const int i = get_global_id(0);
  o[i] = (float4)(a[i], a[i] + 1, 2, a[i + 32]);
  t[i] = (float4)(a[i], 1, a[i + 32], a[i] * 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i + 32] = t[i ^ 1];
}

__kernel void unaligned4(__global const float* a, __global float* o) {
  const int i = get_global_id(0);
  vstore4(vload4(i, a) * 2.0f, i, o);
}

__kernel void doubles(__global const double* a, __global double* o) {
  const int i = get_global_id(0);
  o[i] = a[i] * 2;
}

struct point {
  float x, y, z;
};
__kernel void structs(__global const struct point* a, __global struct point* o) {
  const int i = get_global_id(0);
  o[i] = a[i];
}

__kernel void rows(__global const float* a, __global float* o) {
  const int i = (get_global_id(2) * 16 + get_global_id(1)) * 64 + get_global_id(0);
  o[i] = a[i] * 2;
}
