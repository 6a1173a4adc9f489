// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Control flow that lanes of a warp take differently (lens_test.cpp). Bodies load, so that no
// compiler turns them into a select.
// <alternating>
__kernel void alternating(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 8; ++k)
    if (((l + k) & 1) == 0) s += a[k * 32 + l];
  o[get_global_id(0)] = s;
}
// </alternating>

__kernel void early_exit(__global const float* a, __global float* o, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  o[i] = a[i] * 2;
}

__kernel void trip_counts(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  for (int k = 0; k < l; ++k) s += a[k * 32 + l];
  o[get_global_id(0)] = s;
}

__kernel void nested(__global const float* a, __global const float* b, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  if (l & 1) {
    if (l & 2)
      s = a[l];
    else
      s = b[l] * b[l + 64] + 1;
    s += a[l + 64];
  }
  o[get_global_id(0)] = s;
}

__kernel void switched(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  switch (l % 5) {
    case 0: s = a[l]; break;
    case 1: s = a[l + 64] * a[l + 128]; break;
    case 2: s = a[l + 256] + a[l + 320] + a[l + 384]; break;
    default: break;
  }
  o[get_global_id(0)] = s;
}

// The compiler narrows this to a switch over two bits, which Oclgrind 21.10 gets wrong.
__kernel void narrow_switch(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  switch (l & 3) {
    case 0: s = a[l]; break;
    case 1: s = a[l + 64] * a[l + 128]; break;
    case 2: s = a[l + 256] + a[l + 320]; break;
    default: break;
  }
  o[get_global_id(0)] = s;
}

__kernel void breaking(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 8; ++k) {
    if (k == (l & 7)) break;
    s += a[k * 32 + l];
  }
  o[get_global_id(0)] = s;
}

__kernel void continuing(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    if ((k ^ l) & 1) continue;
    s += a[k * 32 + l];
  }
  o[get_global_id(0)] = s;
}

__kernel void short_circuit(__global const int* a, __global const float* b, __global float* o) {
  const int l = get_local_id(0);
  if (l < 16 && a[l] < 8) o[get_global_id(0)] = b[l];
}

__attribute__((noinline)) float helper(__global const float* p, int i) {
  if (i & 1) return p[i];
  return p[i + 64] * p[i + 128];
}
__kernel void calls(__global const float* a, __global float* o) {
  const int l = get_local_id(0);
  float s = helper(a, l);
  if (l < 16) s += helper(a + 256, l);
  o[get_global_id(0)] = s;
}
