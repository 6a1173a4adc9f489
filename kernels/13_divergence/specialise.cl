// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A weighted window along a row, with its length and its kind of border from the host, or built in.
//   TAPS   weights; not given: an argument
//   MODE   beyond the ends: 0 the end goes on, 1 zeros, 2 the row repeats; not given: an argument

// <kernel>
#ifdef TAPS
#define LENGTH TAPS
#else
#define LENGTH taps
#endif
#ifdef MODE
#define BORDER MODE
#else
#define BORDER mode
#endif

__kernel void window(int n, int taps, int mode, __global const float* in,
                     __global const float* weights, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < LENGTH; ++k) {
    int at = i + k - LENGTH / 2;
    const bool outside = at < 0 || at >= n;
    float value = 0.0f;
    if (BORDER == 0) {
      value = in[clamp(at, 0, n - 1)];
    } else if (BORDER == 1) {
      if (!outside) value = in[at];
    } else {
      value = in[outside ? (at % n + n) % n : at];
    }
    sum += weights[k] * value;
  }
  out[i] = sum;
}
// </kernel>
