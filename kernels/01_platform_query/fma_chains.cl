// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Nothing but fused multiply-adds, in chains that do not wait for each other, and no memory.

#ifndef REAL
#define REAL float  // float or double
#endif
#ifndef WIDTH
#define WIDTH 4  // lanes of the vector type: 1, 2, 4, 8 or 16
#endif
#ifndef CHAINS
#define CHAINS 10  // independent chains: at least the unit's latency times how many it starts a cycle
#endif
#ifndef UNROLL
#define UNROLL 16  // steps of each chain per turn of the loop, so that the loop itself costs nothing
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef REAL reals;
#else
typedef JOIN(REAL, WIDTH) reals;
#endif

// <kernel>
// Each lane of each chain x becomes a * x + b, `turns` * UNROLL times over. The host passes a = 1
// and b = 1, which the compiler cannot know: whole numbers, so every rounding is exact.
__kernel void fma_chains(REAL a, REAL b, uint turns, __global REAL* out) {
  reals x[CHAINS];
  for (int c = 0; c < CHAINS; ++c) {
    REAL* lanes = (REAL*)&x[c];
    for (int l = 0; l < WIDTH; ++l) lanes[l] = (REAL)((get_global_id(0) & 255) + c + l);
  }
  const reals factor = (reals)(a), addend = (reals)(b);
  for (uint t = 0; t < turns; ++t) {
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) x[c] = fma(x[c], factor, addend);
    }
  }
  REAL sum = 0;
  for (int c = 0; c < CHAINS; ++c) {
    const REAL* lanes = (const REAL*)&x[c];
    for (int l = 0; l < WIDTH; ++l) sum += lanes[l];
  }
  out[get_global_id(0)] = sum;
}
// </kernel>
