// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The walk of walk4.cl; the lanes of a warp then add up without local memory and without a barrier. NVIDIA
// only: OpenCL C 1.2 has no shuffle, so this is inline PTX.
#define ITEMS 256
#define WARPS (ITEMS / 32)

// <shuffle>
float warp_sum(float x) {
  for (uint s = 16; s > 0; s /= 2) {
    float other;
    __asm__ volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
                     : "=f"(other) : "f"(x), "r"(s));
    x += other;
  }
  return x;  // lane 0 has the sum of all 32
}
// </shuffle>

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sum_shuffle(uint n, __global const float4* in, __global float* out) {
  __local float t[WARPS];
  const uint x = get_local_id(0), fours = n / 4, step = get_global_size(0);
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
  const uint rest = 4 * fours + get_global_id(0);
  if (rest < n) sum += ((__global const float*)in)[rest];
  // <finish>
  sum = warp_sum(sum);
  if (x % 32 == 0) t[x / 32] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= 32) return;  // whole warps, and no barrier follows
  sum = warp_sum(x < WARPS ? t[x] : 0.0f);
  if (x == 0) out[get_group_id(0)] = sum;
  // </finish>
}
