// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Least and greatest number and where they are; of equal ones the first. NaN is neither. Of nothing the least
// is +infinity and the greatest -infinity, both at NOWHERE.
//   FINISH   0: choose among n numbers; 1: among what n groups have found, value and place
#ifndef FINISH
#define FINISH 0
#endif
#define ITEMS 256
#define NOWHERE 0xffffffffu  // the last of all indices, so that any other comes first

// <choose>
#define LOWER(v, at, w, w_at) if ((w) < (v) || ((w) == (v) && (w_at) < (at))) { v = w; at = w_at; }
#define HIGHER(v, at, w, w_at) if ((w) > (v) || ((w) == (v) && (w_at) < (at))) { v = w; at = w_at; }
// </choose>

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void extremes(uint n, __global const float* in, __global const uint* from, __global float* values,
              __global uint* places) {
  __local float low[ITEMS], high[ITEMS];
  __local uint low_at[ITEMS], high_at[ITEMS];
  const uint x = get_local_id(0);
  float v = INFINITY, w = -INFINITY;
  uint v_at = NOWHERE, w_at = NOWHERE;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
#if FINISH
    LOWER(v, v_at, in[2 * i], from[2 * i])
    HIGHER(w, w_at, in[2 * i + 1], from[2 * i + 1])
#else
    LOWER(v, v_at, in[i], i)
    HIGHER(w, w_at, in[i], i)
#endif
  }
  low[x] = v;
  low_at[x] = v_at;
  high[x] = w;
  high_at[x] = w_at;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) {
      LOWER(low[x], low_at[x], low[x + s], low_at[x + s])
      HIGHER(high[x], high_at[x], high[x + s], high_at[x + s])
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x != 0) return;
  const uint g = get_group_id(0);
  values[2 * g] = low[0];
  places[2 * g] = low_at[0];
  values[2 * g + 1] = high[0];
  places[2 * g + 1] = high_at[0];
}
