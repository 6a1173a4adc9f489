// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Needs local memory: COUNT floats.
#ifndef COUNT
#define COUNT 16
#endif
__kernel void local_array(__global float* y) {
  __local float tile[COUNT];
  tile[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
}
