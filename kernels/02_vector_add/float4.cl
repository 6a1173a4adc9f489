// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Four elements a work-item, as one vector: one 16-byte load where there were four of 4 bytes.
// The last work-item takes the up to three elements that fill no vector.

// <kernel>
__kernel void vector_add_float4(int n, __global const float4* a, __global const float4* b,
                                __global float4* c) {
  const int i = get_global_id(0);
  if (i < n / 4) c[i] = a[i] + b[i];
  if (i == n / 4) {
    for (int k = 4 * i; k < n; ++k) {
      ((__global float*)c)[k] = ((__global const float*)a)[k] + ((__global const float*)b)[k];
    }
  }
}
// </kernel>
