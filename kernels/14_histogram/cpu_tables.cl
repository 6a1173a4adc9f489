// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The shape for a CPU: one work-item a group with tables of its own in private memory, no barrier, and atomics
// only to merge. Several tables, so that equal bytes do not wait for each other.
#define BINS 256
#define TABLES 8

// <word>
#define COUNT(w, k)                                                            \
  if (w == (w & 255) * 0x0101010101010101ul) {                                 \
    t[k][w & 255] += 8;                                                        \
  } else {                                                                     \
    ++t[0][w & 255], ++t[1][w >> 8 & 255], ++t[2][w >> 16 & 255];              \
    ++t[3][w >> 24 & 255], ++t[4][w >> 32 & 255], ++t[5][w >> 40 & 255];       \
    ++t[6][w >> 48 & 255], ++t[7][w >> 56];                                    \
  }
// </word>

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void histogram_cpu(uint n, uint part, __global const ulong* in, volatile __global uint* counts) {
  uint t[TABLES][BINS];
  for (uint k = 0; k < TABLES; ++k) {
    for (uint b = 0; b < BINS; ++b) t[k][b] = 0;
  }
  const uint begin = min(n, (uint)get_group_id(0) * part), end = min(n, begin + part);
  // <walk>
  uint i = begin / 8;  // a part is a multiple of 8 bytes
  for (; i + 1 < end / 8; i += 2) {
    const ulong v = in[i], w = in[i + 1];
    COUNT(v, 0)
    COUNT(w, 1)
  }
  // </walk>
  for (i *= 8; i < end; ++i) ++t[0][((__global const uchar*)in)[i]];
  for (uint b = 0; b < BINS; ++b) {
    uint sum = 0;
    for (uint k = 0; k < TABLES; ++k) sum += t[k][b];
    atomic_add(&counts[b], sum);
  }
}
