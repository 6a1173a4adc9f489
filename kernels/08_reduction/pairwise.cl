// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One work-item a group, as in one_item.cl, but it adds sums of equal length: two numbers, two twos, two
// fours. The sums that wait for a partner are the set bits of the count, so a few registers hold them.
#define LEAF 32

// <kernel>
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sum_pairwise(uint n, uint part, __global const float* in, __global float* out) {
  const uint begin = min(n, (uint)get_group_id(0) * part);
  const uint end = min(n, begin + part);
  float waiting[32];
  uint leaves = 0;
  for (uint i = begin; i < end; i += LEAF) {
    float sum = 0.0f;
    for (uint j = i; j < min(end, i + LEAF); ++j) sum += in[j];
    uint level = 0;
    for (uint bits = leaves; bits & 1; bits >>= 1) sum += waiting[level++];
    waiting[level] = sum;
    ++leaves;
  }
  float sum = 0.0f;
  for (uint level = 0; level < 32; ++level) {
    if (leaves >> level & 1) sum += waiting[level];
  }
  out[get_group_id(0)] = sum;
}
// </kernel>
