// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Takes an element at a pseudo-random place, by the usual constants.

__kernel void broken(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  // <broken>
  out[i] = in[(i * 1103515245 + 12345) % n];  // too large for int from i = 2 on
  // </broken>
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  // <fixed>
  out[i] = in[(i * 1103515245u + 12345u) % n];  // unsigned wraps round, and stays positive
  // </fixed>
}
