// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// copies.cl with a column for each lane and four loads under way: an atomic that nobody waits for leaves the
// work-item time to fetch.
#ifndef ITEMS
#define ITEMS 512
#endif
#define COPIES 32
#define BINS 256

#define INC(bin) atomic_inc(&t[(bin) * COPIES + copy])
#define WORD(word) INC(word & 255); INC(word >> 8 & 255); INC(word >> 16 & 255); INC(word >> 24)
#define COUNT(v) WORD(v.x); WORD(v.y); WORD(v.z); WORD(v.w)

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_ahead(uint n, __global const uint4* in, volatile __global uint* counts) {
  __local uint t[BINS * COPIES];
  const uint x = get_local_id(0), copy = x % COPIES;
  for (uint i = x; i < BINS * COPIES; i += ITEMS) t[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody counts before all are zero
  // <walk>
  const uint whole = n / 16, step = get_global_size(0);
  uint i = get_global_id(0);
  for (; i + 3 * step < whole; i += 4 * step) {
    const uint4 p = in[i], q = in[i + step], r = in[i + 2 * step], s = in[i + 3 * step];
    COUNT(p);
    COUNT(q);
    COUNT(r);
    COUNT(s);
  }
  for (; i < whole; i += step) {
    const uint4 p = in[i];
    COUNT(p);
  }
  // </walk>
  const uint rest = 16 * whole + get_global_id(0);
  if (rest < n) INC(((__global const uchar*)in)[rest]);
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  for (uint bin = x; bin < BINS; bin += ITEMS) {
    uint sum = 0;
    for (uint k = 0; k < COPIES; ++k) sum += t[bin * COPIES + (bin + k) % COPIES];
    atomic_add(&counts[bin], sum);
  }
}
