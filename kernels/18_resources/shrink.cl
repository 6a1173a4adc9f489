// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A shorter signal: each sample is the average of `factor` samples of the longer one. The result goes to
// out[first] and on: where all frames leave their results, each has its own place.

// <kernel>
__kernel void shrink(int n, int factor, int first, __global const uint* in, __global uint* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  uint sum = 0;
  for (int k = 0; k < factor; ++k) sum += in[factor * i + k];
  out[first + i] = sum / factor;
}
// </kernel>
