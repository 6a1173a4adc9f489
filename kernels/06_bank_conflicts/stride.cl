// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every lane of a warp reads local memory STRIDE words from its neighbour, again and again.
//   STRIDE    distance between neighbouring lanes, in words of 4 bytes
//   REPEATS   how often the 32 reads are done
#ifndef STRIDE
#define STRIDE 1
#endif
#ifndef REPEATS
#define REPEATS 16
#endif
#define CELLS (31 * 33 + 32)

// <kernel>
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void stride_read(__global const float* in, __global float* out) {
  __local volatile float cells[CELLS];  // volatile: each read below is meant to happen
  for (int i = get_local_id(0); i < CELLS; i += 256) cells[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int lane = get_local_id(0) % 32;
  float sum = 0.0f;
  for (int repeat = 0; repeat < REPEATS; ++repeat) {
    for (int i = 0; i < 32; ++i) sum += cells[lane * STRIDE + i];
  }
  out[get_global_id(0)] = sum;
}
// </kernel>
