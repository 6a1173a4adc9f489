// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns_int8.cl with four products and their sum in one instruction. NVIDIA only: inline PTX.

// <kernel>
__kernel void columns_dp4a(uint n, uint rows, __global const int* a, __global const int* b,
                           __global const float* scale, __global float* out) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  int sum = 0;
  for (uint k = 0; k < rows / 4; ++k) {
    __asm__("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a[k * n + i]), "r"(b[k * n + i]));
  }
  out[i] = sum * (scale[0] * scale[0]);
}
// </kernel>
