// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 13: four channels lie interleaved in one array: element i belongs to channel i % 4, and each
// channel has a curve of its own. Neighbours therefore take four ways. Share the elements of a group out
// anew, so that all lanes of a warp are on one channel, and keep the loads and stores of neighbours
// beside each other. The work-group is 256.
//! hint 1: A group holds 64 elements of each channel and 8 warps. Which local ids should take channel 2?
//! hint 2: If a work-item fetches element 4 * k + channel itself, how many sectors does a warp ask for?
//!  Who could fetch it instead, and where would they leave it?
//! hint 3: tile[l] = in[first + l], then a barrier; x = tile[4 * (l % 64) + l / 64]. Where does the result go
//!  before out[first + l] is stored, and whom must that store wait for?
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
  const uint first = get_group_id(0) * GROUP;  // the group's first element
  // <todo>
  //? Fetch the group's elements as neighbours, let each work-item compute one element of a channel that
  //? its whole warp shares, and store the results as neighbours again. The last group may not be full.
  //= const uint i = first + l;
  //= if (i < n) out[i] = curve(i % 4, in[i]);
  __local float tile[GROUP];
  tile[l] = first + l < n ? in[first + l] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);  // others fetched what this work-item needs
  const uint channel = l / (GROUP / 4);
  const uint place = 4 * (l % (GROUP / 4)) + channel;
  tile[place] = curve(channel, tile[place]);  // nobody else has this place
  barrier(CLK_LOCAL_MEM_FENCE);  // others computed what this work-item stores
  if (first + l < n) out[first + l] = tile[l];
  // </todo>
}
