// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 05: K rows of N samples are mixed down to four. out[r][n] = sum of weights[k][r] * in[k][n] over k.
// in is K rows of N, weights K rows of 4, out 4 rows of N, all row-major. N may be any number.
// A work-item computes the four samples from 4 * i on in all four rows; the work-group is 64.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int n = 4 * get_global_id(0);
  // TODO: Sixteen outputs, and the starter fetches everything again for each of them. Keep the sums in
  //       registers, walk over k once, and let one load bring four floats. It may do so only where a row
  //       begins at a multiple of 16 bytes; other rows must be right as well.
  for (int r = 0; r < 4; ++r) {
    for (int j = n; j < min(n + 4, N); ++j) {
      float sum = 0.0f;
      for (int k = 0; k < K; ++k) sum += weights[4 * k + r] * in[k * N + j];
      out[r * N + j] = sum;
    }
  }
}
