// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One atomic addition a work-item, all at one address.

// <kernel>
__kernel void sum_int_atomic(uint n, __global const int* in, volatile __global int* out) {
  const uint i = get_global_id(0);
  if (i < n) atomic_add(out, in[i]);
}
// </kernel>
