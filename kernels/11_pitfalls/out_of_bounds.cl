// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Moves every element one place up; the first becomes zero.

__kernel void broken(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  // <broken>
  if (i < n) out[i + 1] = in[i];
  // </broken>
  if (i == 0) out[0] = 0.0f;
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  // <fixed>
  if (i + 1 < n) out[i + 1] = in[i];  // the guard is about the index that is used
  // </fixed>
  if (i == 0) out[0] = 0.0f;
}
