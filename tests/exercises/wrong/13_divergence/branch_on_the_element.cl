// wrong: branch_on_the_element; judge: lens; says: simt_idle
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#define GROUP 256
#define STEPS 32

float curve(int channel, float x) {
  float v;
  if (channel == 0) {
    v = 0.5f;
    for (int k = 0; k < STEPS; ++k) v = v * (0.25f * x) + 0.5f;
  } else if (channel == 1) {
    v = 0.75f;
    for (int k = 0; k < STEPS; ++k) v = v * (0.0625f * x * x) + 0.75f;
  } else if (channel == 2) {
    v = 1.0f;
    for (int k = 0; k < STEPS; ++k) v = v * (-0.25f * x) + 1.0f;
  } else {
    v = 0.25f;
    for (int k = 0; k < STEPS; ++k) v = v * (0.125f * x) + 0.25f;
  }
  return v;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void curves(int n, __global const float* in, __global float* out) {
  const uint l = get_local_id(0);
  const uint first = get_group_id(0) * GROUP;
  __local float tile[GROUP];  // a tile alone changes nothing
  tile[l] = first + l < n ? in[first + l] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + l < n) out[first + l] = curve(l % 4, tile[l]);
}
