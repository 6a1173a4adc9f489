// wrong: one work-item adds all 256 sums; judge: lens; says: local_load_wavefronts
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define ITEMS 256
#define PAIRS 4096  // of a group

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void dot_groups(uint n, __global const float* a, __global const float* b, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  const uint begin = get_group_id(0) * PAIRS;
  const uint end = min(n, begin + PAIRS);
  float sum = 0.0f;
  for (uint i = begin + x; i < end; i += ITEMS) sum += a[i] * b[i];
  t[x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x != 0) return;
  for (uint i = 1; i < ITEMS; ++i) sum += t[i];
  out[get_group_id(0)] = sum;
}
