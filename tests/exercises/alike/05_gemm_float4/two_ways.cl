// alike: two_ways
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Two kernels in one: vectors where rows are aligned, plain floats elsewhere.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int n = 4 * get_global_id(0);
  if (N % 4 != 0) {
    for (int j = n; j < min(n + 4, N); ++j) {
      float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
      for (int k = 0; k < K; ++k) {
        for (int r = 0; r < 4; ++r) sums[r] += weights[4 * k + r] * in[k * N + j];
      }
      for (int r = 0; r < 4; ++r) out[r * N + j] = sums[r];
    }
    return;
  }
  if (n >= N) return;
  __global const float4* rows = (__global const float4*)in + n / 4;
  __global const float4* w = (__global const float4*)weights;
  __global float4* mixed = (__global float4*)out + n / 4;
  float4 s0 = (float4)(0.0f), s1 = s0, s2 = s0, s3 = s0;
  for (int k = 0; k < K; ++k, rows += N / 4) {
    const float4 s = *rows;
    s0 = fma(w[k].xxxx, s, s0);
    s1 = fma(w[k].yyyy, s, s1);
    s2 = fma(w[k].zzzz, s, s2);
    s3 = fma(w[k].wwww, s, s3);
  }
  mixed[0] = s0;
  mixed[N / 4] = s1;
  mixed[2 * (N / 4)] = s2;
  mixed[3 * (N / 4)] = s3;
}
