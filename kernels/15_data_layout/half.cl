// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// out = in / 2 + 1/4, in single precision; memory holds half-precision numbers. No extension is needed: the
// pointers are to half, and nothing is computed in it.
//   HOW   0: vload_half, one a work-item; 1: vload_half4; 2: vloada_half4, which promises 8-byte alignment
#ifndef HOW
#define HOW 0
#endif

// <kernel>
__kernel void scale_half(int n, __global const half* in, __global half* out) {
  const int i = get_global_id(0);
#if HOW == 0
  if (i < n) vstore_half(0.5f * vload_half(i, in) + 0.25f, i, out);
#elif HOW == 1
  if (i < n / 4) vstore_half4(0.5f * vload_half4(i, in) + 0.25f, i, out);
#else
  if (i < n / 4) vstorea_half4(0.5f * vloada_half4(i, in) + 0.25f, i, out);
#endif
}
// </kernel>
