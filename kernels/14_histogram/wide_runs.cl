// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// wide_global.cl with equal values in a row added at once.

// <value>
#define VALUE(b)                          \
  if ((b) == bin) {                       \
    ++run;                                \
  } else {                                \
    atomic_add(&counts[bin], run);        \
    bin = b;                              \
    run = 1;                              \
  }
// </value>
#define COUNT(word) VALUE(word & 0xffff) VALUE(word >> 16)

__kernel void wide_runs(uint n, __global const uint4* in, volatile __global uint* counts) {
  const uint whole = n / 8;
  uint bin = 0, run = 0;
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x)
    COUNT(v.y)
    COUNT(v.z)
    COUNT(v.w)
  }
  const uint rest = 8 * whole + get_global_id(0);
  if (rest < n) { VALUE(((__global const ushort*)in)[rest]) }
  atomic_add(&counts[bin], run);
}
