// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// 65,536 bins of 16-bit values: too many counters for local memory, and so many that two lanes rarely want
// the same one, if the data is spread.

// <kernel>
#define COUNT(word) atomic_inc(&counts[word & 0xffff]); atomic_inc(&counts[word >> 16])

__kernel void wide_global(uint n, __global const uint4* in, volatile __global uint* counts) {
  const uint whole = n / 8;
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x);
    COUNT(v.y);
    COUNT(v.z);
    COUNT(v.w);
  }
  const uint rest = 8 * whole + get_global_id(0);
  if (rest < n) atomic_inc(&counts[((__global const ushort*)in)[rest]]);
}
// </kernel>
