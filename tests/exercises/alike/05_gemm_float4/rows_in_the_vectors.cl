// alike: rows_in_the_vectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A vector of sums holds the four rows of one sample, and is turned before the stores.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int n = 4 * get_global_id(0);
  if (n >= N) return;
  const bool aligned = N % 4 == 0;
  float4 a = (float4)(0.0f), b = a, c = a, d = a;
  for (int k = 0; k < K; ++k) {
    const float4 w = *(__global const float4*)(weights + 4 * k);
    __global const float* p = in + k * N + n;
    float4 s;
    if (aligned) s = *(__global const float4*)p;
    else s = (float4)(p[0], n + 1 < N ? p[1] : 0.0f, n + 2 < N ? p[2] : 0.0f, n + 3 < N ? p[3] : 0.0f);
    a = mad((float4)(s.x), w, a);
    b = mad((float4)(s.y), w, b);
    c = mad((float4)(s.z), w, c);
    d = mad((float4)(s.w), w, d);
  }
  if (aligned) {
    *(__global float4*)(out + n) = (float4)(a.x, b.x, c.x, d.x);
    *(__global float4*)(out + N + n) = (float4)(a.y, b.y, c.y, d.y);
    *(__global float4*)(out + 2 * N + n) = (float4)(a.z, b.z, c.z, d.z);
    *(__global float4*)(out + 3 * N + n) = (float4)(a.w, b.w, c.w, d.w);
  } else {
    const float4 all[4] = {a, b, c, d};
    for (int j = 0; j < 4 && n + j < N; ++j) {
      out[n + j] = all[j].x;
      out[N + n + j] = all[j].y;
      out[2 * N + n + j] = all[j].z;
      out[3 * N + n + j] = all[j].w;
    }
  }
}
