// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// columns.cl with everything that rounding takes away kept in a second float: of each product by one fma, of each
// sum by chapter 08's six additions.
#pragma OPENCL FP_CONTRACT OFF

// <kernel>
__kernel void columns_compensated(uint n, uint rows, __global const float* a,
                                  __global const float* b, __global float* out) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  float sum = 0.0f, rest = 0.0f;
  for (uint k = 0; k < rows; ++k) {
    const float x = a[k * n + i], y = b[k * n + i];
    const float product = x * y;
    const float lost_product = fma(x, y, -product);  // exact
    const float next = sum + product;
    const float added = next - sum, kept = next - added;
    rest += ((sum - kept) + (product - added)) + lost_product;
    sum = next;
  }
  out[i] = sum + rest;
}
// </kernel>
