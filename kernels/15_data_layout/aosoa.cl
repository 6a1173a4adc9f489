// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// An array of structures of arrays: blocks of BLOCK particles, and in a block one short array a field.
// Neighbours lie side by side, and all that belongs to a particle lies within BLOCK * 64 bytes.
//   BLOCK   particles a block: a power of two; n is a multiple of it
//   WIDTH   particles a work-item: 1, or a vector of 4 or 16; BLOCK is a multiple of it
#ifndef BLOCK
#define BLOCK 32
#endif
#ifndef WIDTH
#define WIDTH 1
#endif
#define FIELDS 16
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float floats;
#else
typedef JOIN(float, WIDTH) floats;
#endif
#define DT 0.0078125f         // 1/128
#define FALL -0.06103515625f  // gravity times DT

void bounce(floats* x, floats* v) {
  const floats back = copysign((floats)(2.0f), *x) - *x;
  *v = fabs(*x) > 1.0f ? -*v : *v;
  *x = fabs(*x) > 1.0f ? back : *x;
}
__kernel void particles_aosoa(uint n, __global float* state) {
  const uint i = get_global_id(0) * WIDTH;
  if (i >= n) return;
  // <place>
  __global float* p = state + i / BLOCK * (BLOCK * FIELDS) + i % BLOCK;
#define FIELD(f) (*(__global floats*)(p + (f) * BLOCK))
  // </place>
  floats vx = FIELD(3), vy = FIELD(4), vz = FIELD(5);
  vz += FALL;
  floats x = FIELD(0) + DT * vx, y = FIELD(1) + DT * vy, z = FIELD(2) + DT * vz;
  bounce(&x, &vx);
  bounce(&y, &vy);
  bounce(&z, &vz);
  FIELD(0) = x, FIELD(1) = y, FIELD(2) = z;
  FIELD(3) = vx, FIELD(4) = vy, FIELD(5) = vz;
  FIELD(6) += DT;
}
