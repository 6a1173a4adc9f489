// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Copies of one element a lane.
//   TYPE  of the element    AT  the element that lane i reads
#ifndef TYPE
#define TYPE float
#endif
#ifndef AT
#define AT i
#endif

__kernel void typed_copy(__global const TYPE* in, __global TYPE* out) {
  const int i = get_global_id(0);
  out[i] = in[AT];
}

// A pointer to float promises 4 bytes of alignment, so this moves floats.
__kernel void vload4_copy(__global const float* in, __global float* out) {
  const int i = get_global_id(0);
  vstore4(vload4(i, in), i, out);
}
