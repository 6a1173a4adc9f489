// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Reads everything and writes next to nothing: one sum a work-item, from several loads in flight.

#ifndef WIDTH
#define WIDTH 4  // lanes of the vector type: 1, 2, 4, 8 or 16
#endif
#ifndef LOADS
#define LOADS 4  // independent loads, and sums, of each work-item
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float floats;
#else
typedef JOIN(float, WIDTH) floats;
#endif

// <kernel>
// Distances as in copy_walk; `steps` counts rounds of LOADS loads.
__kernel void read_walk(uint group_step, uint step, uint steps, __global const floats* in,
                        __global float* out) {
  floats sum[LOADS];
  for (int u = 0; u < LOADS; ++u) sum[u] = (floats)(0.0f);
  size_t i = (size_t)get_group_id(0) * group_step + get_local_id(0);
  for (uint s = 0; s < steps; ++s, i += (size_t)LOADS * step) {
#pragma unroll
    for (int u = 0; u < LOADS; ++u) sum[u] += in[i + (size_t)u * step];
  }
  float total = 0.0f;
  for (int u = 0; u < LOADS; ++u) {
    const float* lanes = (const float*)&sum[u];
    for (int l = 0; l < WIDTH; ++l) total += lanes[l];
  }
  out[get_global_id(0)] = total;
}
// </kernel>
