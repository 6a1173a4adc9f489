// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Counts the elements that are larger than a quarter. The host has set count to 0.

__kernel void broken(int n, __global const float* in, __global int* count) {
  const int i = get_global_id(0);
  // <broken>
  if (i < n && in[i] > 0.25f) count[0] += 1;
  // </broken>
}

__kernel void fixed(int n, __global const float* in, __global int* count) {
  const int i = get_global_id(0);
  // <fixed>
  if (i < n && in[i] > 0.25f) atomic_inc(&count[0]);
  // </fixed>
}
