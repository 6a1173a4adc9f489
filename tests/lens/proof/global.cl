// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Global memory, held to a GPU's counters: launches.txt says how each kernel is launched.
__kernel void strided_load(__global const float* in, __global float* out, int stride, int offset) {
  const int i = get_global_id(0);
  out[i] = in[i * stride + offset];
}

__kernel void strided_store(__global const float* in, __global float* out, int stride, int offset) {
  const int i = get_global_id(0);
  out[i * stride + offset] = in[i];
}

__kernel void reversed(__global const float* in, __global float* out) {
  const int i = get_global_id(0);
  out[i] = in[get_global_size(0) - 1 - i];
}

// index[i] is i: lane i reads element i / 4 of run i % 4.
__kernel void gather(__global const int* index, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  const int at = index[i];
  out[i] = in[(at & 3) * 64 + (at >> 2)];
}

__kernel void scatter(__global const int* index, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  const int at = index[i];
  out[(at * 37) & 255] = in[i];
}

struct particle {
  float x, y, z, vx, vy, vz, mass;
};
__kernel void array_of_structs(__global const struct particle* p, __global float* out) {
  const int i = get_global_id(0);
  out[i] = p[i].x + p[i].y + p[i].z;
}

__kernel void struct_of_arrays(__global const float* x, __global const float* y,
                               __global const float* z, __global float* out) {
  const int i = get_global_id(0);
  out[i] = x[i] + y[i] + z[i];
}

__kernel void stencil(__global const float* in, __global float* out) {
  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1, w = get_global_size(0) + 2;
  out[y * w + x] = in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] +
                   in[(y + 1) * w + x];
}
