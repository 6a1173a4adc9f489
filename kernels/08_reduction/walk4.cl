// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The walk with four loads of 16 bytes under way in each work-item, each with an accumulator of its own.
#define ITEMS 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_walk4(uint n, __global const float4* in, __global float* out) {
  __local float t[ITEMS];
  const uint x = get_local_id(0);
  // <walk>
  const uint fours = n / 4, step = get_global_size(0);
  float4 a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
  uint i = get_global_id(0);
  for (; i + 3 * step < fours; i += 4 * step) {
    const float4 p = in[i], q = in[i + step], r = in[i + 2 * step], s = in[i + 3 * step];
    a += p;
    b += q;
    c += r;
    d += s;
  }
  for (; i < fours; i += step) a += in[i];
  float sum = dot((a + b) + (c + d), (float4)(1.0f));  // times one: the sum of the four lanes
  // </walk>
  // <tail>
  const uint rest = 4 * fours + get_global_id(0);  // at most three floats
  if (rest < n) sum += ((__global const float*)in)[rest];
  // </tail>
  t[x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x == 0) out[get_group_id(0)] = t[0];
}
