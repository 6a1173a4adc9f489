// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The least a kernel can do with memory and still be right: each element once in, once out.

#ifndef WIDTH
#define WIDTH 4  // lanes of the vector type: 1, 2, 4, 8 or 16
#endif
#ifndef STREAMING
#define STREAMING 0  // 1: stores that ask not to be kept in the caches
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float floats;
#else
typedef JOIN(float, WIDTH) floats;
#endif
#if STREAMING
#define STORE(value, place) __builtin_nontemporal_store(value, place)
#else
#define STORE(value, place) (*(place) = (value))
#endif

// <one>
__kernel void copy_one(__global const floats* in, __global floats* out) {
  const size_t i = get_global_id(0);
  STORE(in[i], &out[i]);
}
// </one>

// <walk>
// The same with fewer work-items, each of which walks: `steps` elements, `step` apart. A work-group
// starts `group_step` elements after the one before it. Grid-stride and one block a group are both
// a choice of these two distances.
__kernel void copy_walk(uint group_step, uint step, uint steps, __global const floats* in,
                        __global floats* out) {
  size_t i = (size_t)get_group_id(0) * group_step + get_local_id(0);
  for (uint s = 0; s < steps; ++s, i += step) STORE(in[i], &out[i]);
}
// </walk>
