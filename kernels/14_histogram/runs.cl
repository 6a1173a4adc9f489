// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Equal bytes in a row are counted in a register and added at once when the row ends. A row goes on from one
// load to the next, so that data of one value costs an atomic a work-item and no more.
#ifndef COPIES
#define COPIES 32
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#define BINS 256

// <byte>
#define BYTE(b)                                          \
  if ((b) == bin) {                                      \
    ++run;                                               \
  } else {                                               \
    atomic_add(&t[bin * COPIES + copy], run);            \
    bin = b;                                             \
    run = 1;                                             \
  }
#define COUNT(word)                                      \
  if (word == bin * 0x01010101u) {                       \
    run += 4;                                            \
  } else {                                               \
    BYTE(word & 255)                                     \
    BYTE(word >> 8 & 255)                                \
    BYTE(word >> 16 & 255)                               \
    BYTE(word >> 24)                                     \
  }
// </byte>

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_runs(uint n, __global const uint4* in, volatile __global uint* counts) {
  __local uint t[BINS * COPIES];
  const uint x = get_local_id(0), copy = x % COPIES, whole = n / 16;
  for (uint i = x; i < BINS * COPIES; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody counts before all are zero
  uint bin = 0, run = 0;
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x)
    COUNT(v.y)
    COUNT(v.z)
    COUNT(v.w)
  }
  const uint rest = 16 * whole + get_global_id(0);
  if (rest < n) { BYTE(((__global const uchar*)in)[rest]) }
  atomic_add(&t[bin * COPIES + copy], run);  // the last run
  barrier(CLK_LOCAL_MEM_FENCE);              // all have counted
  for (uint b = x; b < BINS; b += ITEMS) {
    uint sum = 0;
    for (uint k = 0; k < COPIES; ++k) sum += t[b * COPIES + (b + k) % COPIES];
    atomic_add(&counts[b], sum);
  }
}
