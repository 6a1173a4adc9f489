// wrong: rest_dropped; judge: values; says: never written
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Whole vectors only: the last samples of a row are never computed.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int n = 4 * get_global_id(0);
  if (n + 4 > N) return;
  const bool aligned = N % 4 == 0;
  float4 sum[4] = {(float4)(0.0f), (float4)(0.0f), (float4)(0.0f), (float4)(0.0f)};
  for (int k = 0; k < K; ++k) {
    __global const float* p = in + k * N + n;
    float4 s = (float4)(0.0f);
    if (aligned) {
      s = *(__global const float4*)p;
    } else {
      s.x = p[0];
      if (n + 1 < N) s.y = p[1];
      if (n + 2 < N) s.z = p[2];
      if (n + 3 < N) s.w = p[3];
    }
    const float4 w = ((__global const float4*)weights)[k];
    sum[0] += w.x * s;
    sum[1] += w.y * s;
    sum[2] += w.z * s;
    sum[3] += w.w * s;
  }
  for (int r = 0; r < 4; ++r) {
    __global float* p = out + r * N + n;
    if (aligned) {
      *(__global float4*)p = sum[r];
    } else {
      const float rest[4] = {sum[r].x, sum[r].y, sum[r].z, sum[r].w};
      for (int j = 0; j < 4 && n + j < N; ++j) p[j] = rest[j];
    }
  }
}
