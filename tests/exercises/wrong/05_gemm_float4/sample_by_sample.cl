// wrong: sample_by_sample; judge: lens; says: global_load_requests
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Neighbours read neighbours, one sample a load: full sectors, and four requests for one.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int first = get_group_id(0) * 256 + get_local_id(0);
  float4 sum[4] = {(float4)(0.0f), (float4)(0.0f), (float4)(0.0f), (float4)(0.0f)};  // of a sample: its four rows
  for (int k = 0; k < K; ++k) {
    const float4 w = ((__global const float4*)weights)[k];
    for (int j = 0; j < 4; ++j) {
      if (first + 64 * j < N) sum[j] += in[k * N + first + 64 * j] * w;
    }
  }
  for (int j = 0; j < 4; ++j) {
    const int m = first + 64 * j;
    if (m >= N) break;
    out[m] = sum[j].x;
    out[N + m] = sum[j].y;
    out[2 * N + m] = sum[j].z;
    out[3 * N + m] = sum[j].w;
  }
}
