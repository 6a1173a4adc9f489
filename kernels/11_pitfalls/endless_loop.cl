// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Square root by Newton's steps, of numbers from 1 to 2.

__kernel void broken(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float a = 1.0f + fabs(in[i]);
  float r = a;
  // <broken>
  while (r * r != a) r = 0.5f * (r + a / r);  // most a have no such float r
  // </broken>
  out[i] = r;
}

__kernel void fixed(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float a = 1.0f + fabs(in[i]);
  float r = a;
  // <fixed>
  for (int step = 0; step < 6; ++step) r = 0.5f * (r + a / r);  // each step doubles the digits
  // </fixed>
  out[i] = r;
}
