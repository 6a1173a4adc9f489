// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Constant memory: a table of the program, and an index that lanes share or do not.
//   AT  index of the word that work-item l reads
#ifndef AT
#define AT k
#endif
__constant float table[64] = {
    1,  2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 1,  2,  3,  5,  7,  11,
    13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 1,  2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31,
    37, 41, 43, 47, 1,  2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};

__kernel void constant_table(int k, __global float* out) {
  const int l = get_local_id(0);
  out[get_global_id(0)] = table[AT];
}
