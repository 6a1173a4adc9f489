// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One operation, again and again: eight chains a work-item that do not wait for each other, and no memory. The
// constants come from a buffer, so that nothing can be folded away.
//   TYPE, TYPES: float, double or uint, and a vector of WIDTH of them. STEP, OP: a step below and its function.
//   UNROLL: steps a turn, 16 for an operation as cheap as the loop itself.
#ifndef TYPE
#define TYPE float
#define TYPES float
#define WIDTH 1
#define UNROLL 16
#define STEP SUM
#endif
#define CHAINS 8
// <steps>
#define SUM x[c] + addend
#define PRODUCT x[c] * factor
#define FUSED OP(x[c], factor, addend)
#define QUOTIENT two / x[c]
#define INTO OP(two, x[c])
#define PLAIN OP(x[c])
#define NEGATED OP(-x[c])
#define SHIFTED OP(x[c] + two)
#define POWER OP(x[c], power)
// </steps>
// <int_steps>
#define MASK_ADD (x[c] & mask) + addend
#define MUL_ADD (x[c] & mask) * factor + addend
#define MUL24 mul24(x[c] & mask, factor) + addend
#define MAD24 mad24(x[c] & mask, factor, addend)
#define MUL_HI mul_hi(x[c], big) + addend
#define DIVIDE big / x[c] + addend
#define MODULO big % x[c] + addend
// </int_steps>
// <kernel>
__kernel void chains(uint n, uint turns, __global const TYPE* constants, __global TYPE* out) {
  const uint first = get_global_id(0) * WIDTH;
  const TYPES factor = constants[0], addend = constants[1], two = constants[2], power = constants[3];
  const TYPES mask = power, big = two;  // the same places in the table of integers
  const TYPE scale = constants[4];
  TYPES x[CHAINS];
  for (int c = 0; c < CHAINS; ++c) {
    TYPE* lanes = (TYPE*)&x[c];
    for (int l = 0; l < WIDTH; ++l) lanes[l] = 1 + scale * (TYPE)((first + l + c) & 255);
  }
  for (uint t = 0; t < turns; ++t) {
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) x[c] = STEP;
    }
  }
  TYPES sum = x[0];
  for (int c = 1; c < CHAINS; ++c) sum += x[c];
  const TYPE* lanes = (const TYPE*)&sum;
  for (int l = 0; l < WIDTH; ++l) {
    if (first + l < n) out[first + l] = lanes[l];
  }
}
// </kernel>
