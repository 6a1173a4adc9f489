// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// No atomics: each lane has 256 counters of 16 bits to itself, in a column of local memory that is one bank
// wide. A group is one warp; a work-item may count at most 65,535 bytes.
#define ITEMS 32
#define ROWS 128  // two counters a word: bin and bin + 128

// <pair>
#define AT(bin) (((bin) & 127) * 2 * ITEMS + 2 * x + ((bin) >> 7))
#define PAIR(a, b)                                                                  \
  {                                                                                 \
    const uint p = AT(a), q = AT(b);                                                \
    const ushort u = t[p], v = t[q]; /* two loads under way */                      \
    t[p] = u + 1;                                                                   \
    t[q] = v + 1 + (p == q);         /* the second load saw neither addition */     \
  }
#define COUNT(word) PAIR(word & 255, word >> 8 & 255) PAIR(word >> 16 & 255, word >> 24)
// </pair>

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_private16(uint n, __global const uint4* in, volatile __global uint* counts) {
  __local uint words[ROWS * ITEMS];
  __local ushort* t = (__local ushort*)words;
  const uint x = get_local_id(0), whole = n / 16;
  for (uint i = x; i < ROWS * ITEMS; i += ITEMS) words[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);  // from words to halves
  for (uint i = get_global_id(0); i < whole; i += get_global_size(0)) {
    const uint4 v = in[i];
    COUNT(v.x)
    COUNT(v.y)
    COUNT(v.z)
    COUNT(v.w)
  }
  const uint rest = 16 * whole + get_global_id(0);
  if (rest < n) ++t[AT(((__global const uchar*)in)[rest])];
  barrier(CLK_LOCAL_MEM_FENCE);  // all have counted
  // <merge>
  for (uint row = x; row < ROWS; row += ITEMS) {
    uint low = 0, high = 0;
    for (uint k = 0; k < ITEMS; ++k) {
      const uint two = words[row * ITEMS + (row + k) % ITEMS];
      low += two & 0xffff;
      high += two >> 16;
    }
    atomic_add(&counts[row], low);
    atomic_add(&counts[row + ROWS], high);
  }
  // </merge>
}
