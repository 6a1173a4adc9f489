// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The shape for a CPU: a work-group is one work-item with a contiguous part of the array and eight vectors of
// sixteen accumulators. No local memory, no barrier.

// <kernel>
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sum_cpu_groups(uint n, uint part, __global const float* in, __global float* out) {
  const uint begin = min(n, (uint)get_group_id(0) * part);
  const uint end = min(n, begin + part);
  float16 a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f, e = 0.0f, f = 0.0f, g = 0.0f, h = 0.0f;
  uint i = begin;
  for (; i + 128 <= end; i += 128) {
    a += vload16(0, in + i);
    b += vload16(1, in + i);
    c += vload16(2, in + i);
    d += vload16(3, in + i);
    e += vload16(4, in + i);
    f += vload16(5, in + i);
    g += vload16(6, in + i);
    h += vload16(7, in + i);
  }
  float lanes[16], sum = 0.0f;
  vstore16(((a + b) + (c + d)) + ((e + f) + (g + h)), 0, lanes);
  for (int lane = 0; lane < 16; ++lane) sum += lanes[lane];
  for (; i < end; ++i) sum += in[i];
  out[get_group_id(0)] = sum;
}
// </kernel>
