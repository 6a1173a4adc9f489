// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Turns each tile round; its size is the host's choice. n is a whole number of tiles.

// <fixed>
__kernel void turn(int n, __global const float* in, __global float* out, __local float* t) {
  const int items = get_local_size(0);  // the host gave items * sizeof(cl_float) bytes
  const int x = get_local_id(0);
  t[x] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[items - 1 - x];
}
// </fixed>
