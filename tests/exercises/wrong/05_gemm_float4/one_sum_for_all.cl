// wrong: one_sum_for_all; judge: values; says: elements of out are wrong
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The sum goes on from one row of outputs to the next.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int n = 4 * get_global_id(0);
  float4 sum = (float4)(0.0f);
  for (int r = 0; r < 4; ++r) {
    for (int k = 0; k < K; ++k) {
      for (int j = 0; j < 4 && n + j < N; ++j) {
        const float product = weights[4 * k + r] * in[k * N + n + j];
        sum += (float4)(j == 0, j == 1, j == 2, j == 3) * product;
      }
    }
    const float all[4] = {sum.x, sum.y, sum.z, sum.w};
    for (int j = 0; j < 4 && n + j < N; ++j) out[r * N + n + j] = all[j];
  }
}
