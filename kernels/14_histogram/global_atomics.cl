// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One work-item a byte, one table for all of them.

// <kernel>
__kernel void histogram_global(uint n, __global const uchar* in, volatile __global uint* counts) {
  const uint i = get_global_id(0);
  if (i < n) atomic_inc(&counts[in[i]]);
}
// </kernel>
