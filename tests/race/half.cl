// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Arithmetic on half: the simulator stops with an error of its own.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void square(global const half* a, global half* b, int n) {
  const int i = get_global_id(0);
  if (i < n) b[i] = a[i] * a[i];  // <- square
}
