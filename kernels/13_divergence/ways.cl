// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A warp that goes WAYS ways, with an equal share of its lanes on each.
//   WAYS    1, 2, 4 ... 32
//   STEPS   multiply-adds of one way
//   ONE_BODY   1: the body of a loop serves all ways   0: each way has code of its own
#ifndef ONE_BODY
#define ONE_BODY 0
#endif
#ifndef WAYS
#define WAYS 2
#endif
#ifndef STEPS
#define STEPS 256
#endif
#if ONE_BODY
#define EACH_WAY
#else
#define EACH_WAY _Pragma("unroll")
#endif

// <kernel>
__kernel void ways(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float x = 0.25f * in[i];
  float v = 0.0f;
  EACH_WAY for (int way = 0; way < WAYS; ++way) {
    if (i % WAYS == way) {
      const float c = 0.5f + way / 64.0f;
      v = c;
      for (int k = 0; k < STEPS; ++k) v = v * x + c;
    }
  }
  out[i] = v;
}
// </kernel>
