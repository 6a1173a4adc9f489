// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One function of float, at bit patterns spread over all 2^32 of them: NaNs, infinities and subnormals included.
// The result is written as its place among all floats, so that neighbours differ by one.
//   OP     the function      APPLY  ONE: OP(x), TWO: OP(x, y)      Y  ANY or ONE_TO_TWO: what y may be
#ifndef OP
#define OP exp
#define APPLY ONE
#define Y ANY
#endif
#define ONE OP(x)
#define TWO OP(x, y)

// <apart>
float divide(float x, float y) { return x / y; }
float by_reciprocal(float x, float y) { return x * (1.0f / y); }
// </apart>

// <ordinal>
#define NOT_A_NUMBER 0x7fffffff
int ordinal(float f) {
  const int bits = as_int(f), magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return NOT_A_NUMBER;
  return bits < 0 ? -magnitude : magnitude;  // +0 and -0 are one place
}
// </ordinal>

// <kernel>
__kernel void evaluate(uint n, uint begin, uint stride, __global int* out) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint bits = begin + i * stride, other = (bits ^ bits >> 15) * 0x9E3779B1u;
  const uint ANY = other, ONE_TO_TWO = (other & 0x007fffff) | 0x3f800000;
  const float x = as_float(bits), y = as_float(Y);
  out[i] = ordinal(APPLY);
}
// </kernel>
