// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each group writes its 64 values in reverse order. WAITS: the barrier is always there, or only for one group.
__kernel void mirror(__global const float* in, __global float* out) {
  __local float tile[64];
  const size_t own = get_local_id(0), at = get_global_id(0);
  tile[own] = in[at];
  if (WAITS || get_num_groups(0) == 1) barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = tile[63 - own];
}
