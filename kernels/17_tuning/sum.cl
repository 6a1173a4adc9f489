// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A sum with nothing decided: the shape of a GPU and that of a CPU are two points of one space.
//   ITEMS   work-items of a group; with one there is no local memory and no barrier
//   WIDTH   floats of a load: 1, 2, 4, 8 or 16
//   LOADS   loads under way, each with an accumulator of its own
//   PART    1: a work-item's elements lie side by side, `part` of them; 0: it takes every n-th vector
#ifndef ITEMS
#define ITEMS 256
#define WIDTH 4
#define LOADS 4
#define PART 0
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#if WIDTH == 1
typedef float vec;
#else
typedef JOIN(float, WIDTH) vec;
#endif

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_any(uint n, uint part, __global const float* restrict in, __global float* restrict out) {
  // <walk>
  const uint id = get_global_id(0);
  uint i = PART ? min(n, id * part) : id * WIDTH;
  const uint end = PART ? min(n, i + part) : n, step = PART ? WIDTH : get_global_size(0) * WIDTH;
  vec sums[LOADS];
#pragma unroll
  for (int l = 0; l < LOADS; ++l) sums[l] = 0.0f;
  for (; i + (LOADS - 1) * step + WIDTH <= end; i += LOADS * step) {
#pragma unroll
    for (int l = 0; l < LOADS; ++l) sums[l] += *(__global const vec*)(in + i + l * step);
  }
  for (; i + WIDTH <= end; i += step) sums[0] += *(__global const vec*)(in + i);
  // </walk>
#pragma unroll
  for (int l = 1; l < LOADS; ++l) sums[0] += sums[l];
  float lanes[16] __attribute__((aligned(64))), sum = 0.0f;
  *(vec*)lanes = sums[0];
#pragma unroll
  for (int l = 0; l < WIDTH; ++l) sum += lanes[l];
  if (!PART) i = n / WIDTH * WIDTH + id;  // what no vector holds
  for (; i < end; i += PART ? 1 : get_global_size(0)) sum += in[i];
#if ITEMS > 1
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  t[x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum = t[0];
#endif
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}
