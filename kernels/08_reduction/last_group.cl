// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One launch: groups leave their sums and count themselves in; the one that finds all others there adds up.
#define ITEMS 256

float group_sum(__local float* t, float mine) {
  const uint x = get_local_id(0);
  t[x] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = ITEMS / 2; s > 0; s /= 2) {
    if (x < s) t[x] += t[x + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return t[0];
}

float walk(uint n, __global const float4* in) {  // as in walk4.cl
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
  const float sum = dot((a + b) + (c + d), (float4)(1.0f));
  const uint rest = 4 * fours + get_global_id(0);
  return rest < n ? sum + ((__global const float*)in)[rest] : sum;
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_last_group(uint n, __global const float4* in, volatile __global float* sums,
                    volatile __global uint* arrived, __global float* out) {
  __local float t[ITEMS];
  __local uint last;
  const uint x = get_local_id(0), groups = get_num_groups(0);
  const float mine = group_sum(t, walk(n, in));
  // <arrive>
  if (x == 0) {
    const float before = atomic_xchg(&sums[get_group_id(0)], mine);
    mem_fence(CLK_GLOBAL_MEM_FENCE);                        // first the sum, then the count,
    last = atomic_add(arrived, 1 + (uint)before) == groups - 1;  // which needs `before`: always 0
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!last) return;  // the whole group, or nobody
  // </arrive>
  // <finish>
  float sum = 0.0f;
  for (uint g = x; g < groups; g += ITEMS) sum += atomic_xchg(&sums[g], 0.0f);
  sum = group_sum(t, sum);
  if (x == 0) {
    out[0] = sum;
    atomic_xchg(arrived, 0);  // ready for the next launch
  }
  // </finish>
}
