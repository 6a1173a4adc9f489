// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// As many values as the strides read, from places that a hash decides: some twice, some never.

uint scramble(uint i) {  // the finaliser of MurmurHash3
  i = (i ^ (i >> 16)) * 0x85ebca6bu;
  i = (i ^ (i >> 13)) * 0xc2b2ae35u;
  return i ^ (i >> 16);
}
__kernel void gather_sum(int items, uint n, __global const float* in, __global float* out) {
  const int j = get_global_id(0);
  if (j >= items) return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += in[mul_hi(scramble(k * items + j), n)];
  out[j] = sum;
}
