// alike: two_at_a_time
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A float4 is two numbers; the last one may be alone.

__kernel void complex_product(int n, __global float* z, __global const float* w) {
  const int i = get_global_id(0);
  __global float4* pairs = (__global float4*)z;
  __global const float4* factors = (__global const float4*)w;
  for (int k = i; k < n / 2; k += get_global_size(0)) {
    const float4 a = pairs[k], b = factors[k];
    pairs[k] = (float4)(a.xx * b.xy + a.yy * (float2)(-b.y, b.x), a.zz * b.zw + a.ww * (float2)(-b.w, b.z));
  }
  if (n % 2 == 1 && i == 0) {
    const float re = z[2 * n - 2], im = z[2 * n - 1], c = w[2 * n - 2], d = w[2 * n - 1];
    z[2 * n - 2] = re * c - im * d;
    z[2 * n - 1] = re * d + im * c;
  }
}
