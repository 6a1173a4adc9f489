// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Doubles; each fault that a tuner meets is one value of a parameter. For tuner_test.
//   KIND   0 right   1 wrong   2 does not build   3 compiled for groups of another size
#if KIND == 2
#error "this one does not build"
#endif
#if KIND == 3
__attribute__((reqd_work_group_size(32, 1, 1)))
#endif
__kernel void tuned(int n, __global const float* x, __global float* y) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < WORK; ++k) sum = fma(sum, 0.0f, x[i]);
  y[i] = KIND == 1 && i == n - 1 ? x[i] : sum + x[i];
}
