// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns.cl with everything that rounding takes away kept in a second float: of each product by one fma, of each
// sum by chapter 08's six additions.
#pragma OPENCL FP_CONTRACT OFF

#define ITEMS 64  // columns of a panel: one for each work-item of a group

// <kernel>
__kernel void columns_compensated(uint n, uint rows, __global const float* a,
                                  __global const float* b, __global float* out) {
  const uint i = get_global_id(0);
  const uint first = get_group_id(0) * ITEMS * rows + get_local_id(0);
  float sum = 0.0f, rest = 0.0f;
  for (uint k = 0; k < rows; ++k) {
    const float x = a[first + k * ITEMS], y = b[first + k * ITEMS];
    const float product = x * y;
    const float lost_product = fma(x, y, -product);  // exact
    const float next = sum + product;
    const float added = next - sum, kept = next - added;
    rest += ((sum - kept) + (product - added)) + lost_product;
    sum = next;
  }
  if (i < n) out[i] = sum + rest;
}
// </kernel>
