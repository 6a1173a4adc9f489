// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One atomic addition a work-item. OpenCL 1.2 adds integers atomically, not floats: a float is added by
// compare and exchange, again and again until nobody came between.

// <add>
void add_float(volatile __global uint* place, float x) {
  uint now = 0, seen;  // a guess; if it is wrong, the first try brings the truth
  do {
    seen = now;
    now = atomic_cmpxchg(place, seen, as_uint(as_float(seen) + x));
  } while (now != seen);
}
// </add>

// <kernel>
__kernel void sum_float_atomic(uint n, __global const float* in, volatile __global uint* out) {
  const uint i = get_global_id(0);
  if (i < n) add_float(out, in[i]);
}
// </kernel>
