// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Does not build: a local array is laid out when the kernel is compiled.

// <broken>
__kernel void turn(int n, __global const float* in, __global float* out) {
  const int items = get_local_size(0);
  __local float t[items];
  const int x = get_local_id(0);
  t[x] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[items - 1 - x];
}
// </broken>
