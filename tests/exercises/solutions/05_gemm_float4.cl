// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 05: K rows of N samples are mixed down to four. out[r][n] = sum of weights[k][r] * in[k][n] over k.
// in is K rows of N, weights K rows of 4, out 4 rows of N, all row-major. N may be any number.
// A work-item computes the four samples from 4 * i on in all four rows; the work-group is 64.
//! hint 1: For one k, four samples and four weights make sixteen products. How many loads does the starter take for
//!  them, and how many would do? Where do the sixteen sums live from one k to the next?
//! hint 2: Row k of `in` begins at float k * N. For which N does every row begin at a multiple of 16 bytes? What may
//!  a kernel do for those N, and what must it do for the others?
//! hint 3: For each k: s, four samples as a float4; w = ((__global const float4*)weights)[k]; sum[0] += w.x * s, and
//!  so on. If N % 4 is not 0, from what do you build s, and where do you stop storing?

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mix_down(int N, int K, __global const float* weights, __global const float* in, __global float* out) {
  const int n = 4 * get_global_id(0);
  // <todo>
  //? Sixteen outputs, and the starter fetches everything again for each of them. Keep the sums in
  //? registers, walk over k once, and let one load bring four floats. It may do so only where a row
  //? begins at a multiple of 16 bytes; other rows must be right as well.
  //= for (int r = 0; r < 4; ++r) {
  //=   for (int j = n; j < min(n + 4, N); ++j) {
  //=     float sum = 0.0f;
  //=     for (int k = 0; k < K; ++k) sum += weights[4 * k + r] * in[k * N + j];
  //=     out[r * N + j] = sum;
  //=   }
  //= }
  if (n >= N) return;
  const bool aligned = N % 4 == 0;  // then no row has a rest, too
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
  // </todo>
}
