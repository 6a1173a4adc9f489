// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Control flow that lanes take differently. Loops are not to be unrolled, so that both compilers
// see the same code; bodies load and store, so that neither makes a select of them.
__kernel void branch(__global const float* a, __global const uchar* b, __global float* out,
                     __global uchar* small) {
  const int i = get_global_id(0);
  if (i & 1)
    out[i] = a[i] * a[i + 256] + a[i + 512];
  else
    small[i] = b[i];  // of another size: compilers would join two equal stores behind the branch
}

__kernel void half_branch(__global const float* a, __global float* out) {
  const int i = get_global_id(0);
  if ((i & 31) < 11) out[i] = a[i];
}

__kernel void alternating(__global const float* a, __global float* out) {
  const int l = get_local_id(0);
#pragma unroll 1
  for (int k = 0; k < 8; ++k)
    if (((l + k) & 1) == 0) out[k * 64 + l] = a[k * 64 + l];
}

__kernel void trip_counts(__global const float* a, __global float* out) {
  const int l = get_local_id(0);
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < (l & 31); ++k) s += a[k * 32 + l];
  out[get_global_id(0)] = s;
}

__kernel void early_return(__global const float* a, __global float* out, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  out[i] = a[i];
}

__kernel void nested(__global const float* a, __global const float* b, __global float* out) {
  const int i = get_global_id(0);
  if (i & 1) {
    if (i & 2)
      out[i] = a[i];
    else
      out[i + 256] = b[i] * b[i + 64];
    out[i + 512] = a[i + 64];
  }
}

__kernel void breaking(__global const float* a, __global float* out) {
  const int l = get_local_id(0);
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
    if (k == (l & 7)) break;
    s += a[k * 64 + l];
  }
  out[get_global_id(0)] = s;
}
