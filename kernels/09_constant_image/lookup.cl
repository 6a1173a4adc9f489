// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Reads a small table again and again, all lanes the same word or every lane its own.
//   CONSTANT   1: the table is __constant; 0: __global
//   OWN        0: all work-items read the same word; 1: neighbours read neighbours
//   WORDS      length of the table, a power of two
//   READS      reads of a work-item
#ifndef WORDS
#define WORDS 1024
#define READS 256
#endif
#ifndef CONSTANT
#define CONSTANT 1
#endif
#ifndef OWN
#define OWN 0
#endif
#if CONSTANT
#define SPACE __constant
#else
#define SPACE __global
#endif

// <kernel>
__kernel void lookup(SPACE const float* table, __global float* out) {
  const int item = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < READS; ++i) sum += table[(i + OWN * item) & (WORDS - 1)];
  out[item] = sum;
}
// </kernel>
