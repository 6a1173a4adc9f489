// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// extremes.cl in the shape for a CPU: sixteen lanes, each with a least and a greatest number of its own.
#define NOWHERE 0xffffffffu
#define LOWER(v, at, w, w_at) if ((w) < (v) || ((w) == (v) && (w_at) < (at))) { v = w; at = w_at; }
#define HIGHER(v, at, w, w_at) if ((w) > (v) || ((w) == (v) && (w_at) < (at))) { v = w; at = w_at; }

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void extremes_cpu(uint n, uint part, __global const float* in, __global float* values,
                  __global uint* places) {
  const uint g = get_group_id(0);
  const uint begin = min(n, g * part), end = min(n, begin + part);
  float16 low = INFINITY, high = -INFINITY;
  uint16 low_at = NOWHERE, high_at = NOWHERE;
  uint i = begin;
  // <lanes>
  for (; i + 16 <= end; i += 16) {
    const float16 x = vload16(0, in + i);
    const uint16 at = i + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const int16 lower = x < low || (x == low && low_at == NOWHERE);
    const int16 higher = x > high || (x == high && high_at == NOWHERE);
    low = select(low, x, lower);
    low_at = select(low_at, at, lower);
    high = select(high, x, higher);
    high_at = select(high_at, at, higher);
  }
  // </lanes>
  float lows[16], highs[16];
  uint lows_at[16], highs_at[16];
  vstore16(low, 0, lows);
  vstore16(high, 0, highs);
  vstore16(low_at, 0, lows_at);
  vstore16(high_at, 0, highs_at);
  float v = INFINITY, w = -INFINITY;
  uint v_at = NOWHERE, w_at = NOWHERE;
  for (int lane = 0; lane < 16; ++lane) {
    LOWER(v, v_at, lows[lane], lows_at[lane])
    HIGHER(w, w_at, highs[lane], highs_at[lane])
  }
  for (; i < end; ++i) {
    LOWER(v, v_at, in[i], i)
    HIGHER(w, w_at, in[i], i)
  }
  values[2 * g] = v;
  places[2 * g] = v_at;
  values[2 * g + 1] = w;
  places[2 * g + 1] = w_at;
}
