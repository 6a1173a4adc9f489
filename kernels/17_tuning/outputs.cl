// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// y[r][i] = sum of w[k][r] * x[k][i] over k: ROWS weighted sums of one input. A work-item keeps OUT of them in
// registers, so that a value of x, once loaded, serves OUT multiply-adds.
//   OUT     sums of one work-item, a divisor of ROWS
//   GROUP   the work-group along i that the compiler is told of; 0: it is told nothing
//   HINT    1: told as a hint, which the launch need not follow
#define ROWS 256
#ifndef OUT
#define OUT 8
#endif
#ifndef GROUP
#define GROUP 0
#endif
#ifndef HINT
#define HINT 0
#endif
// <told>
#if GROUP == 0
#define TOLD
#elif HINT
#define TOLD __attribute__((work_group_size_hint(GROUP, 1, 1)))
#else
#define TOLD __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#endif
// </told>

// <kernel>
__kernel TOLD void weighted_sums(int n, int depth, __global const float* restrict x,
                                 __constant float* restrict w, __global float* restrict y) {
  const int i = get_global_id(0), r0 = get_global_id(1) * OUT;
  if (i >= n) return;
  float sum[OUT];
#pragma unroll
  for (int r = 0; r < OUT; ++r) sum[r] = 0.0f;
#pragma unroll 1
  for (int k = 0; k < depth; ++k) {
    const float value = x[k * n + i];
#pragma unroll
    for (int r = 0; r < OUT; ++r) sum[r] = fma(w[k * ROWS + r0 + r], value, sum[r]);
  }
#pragma unroll
  for (int r = 0; r < OUT; ++r) y[(r0 + r) * n + i] = sum[r];
}
// </kernel>
