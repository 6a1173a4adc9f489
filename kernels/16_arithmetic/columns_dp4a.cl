// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns_int8.cl with four products and their sum in one instruction. NVIDIA only: inline PTX.

#define ITEMS 64  // columns of a panel: one for each work-item of a group

// <kernel>
__kernel void columns_dp4a(uint n, uint rows, __global const int* a, __global const int* b,
                           __global const float* scale, __global float* out) {
  const uint i = get_global_id(0);
  const uint first = get_group_id(0) * ITEMS * (rows / 4) + get_local_id(0);
  int sum = 0;
  for (uint k = 0; k < rows / 4; ++k) {
    const uint at = first + k * ITEMS;
    __asm__("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a[at]), "r"(b[at]));
  }
  if (i < n) out[i] = sum * (scale[0] * scale[0]);
}
// </kernel>
