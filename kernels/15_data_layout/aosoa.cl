// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// An array of structures of arrays: blocks of BLOCK particles, and in a block one short array a field.
// Neighbours lie side by side, and all that belongs to a particle lies within BLOCK * 64 bytes.
//   BLOCK   particles a block; a power of two, and n is a multiple of it
#ifndef BLOCK
#define BLOCK 32
#endif
#define FIELDS 16
#define DT 0.0078125f         // 1/128
#define FALL -0.06103515625f  // gravity times DT

void bounce(float* x, float* v) {
  const float back = copysign(2.0f, *x) - *x;
  *v = fabs(*x) > 1.0f ? -*v : *v;
  *x = fabs(*x) > 1.0f ? back : *x;
}

// <kernel>
__kernel void particles_aosoa(int n, __global float* state) {
  const int i = get_global_id(0);
  if (i >= n) return;
  // <place>
  __global float* p = state + i / BLOCK * (BLOCK * FIELDS) + i % BLOCK;
#define FIELD(f) p[(f) * BLOCK]
  // </place>
  float vx = FIELD(3), vy = FIELD(4), vz = FIELD(5);
  vz += FALL;
  float x = FIELD(0) + DT * vx, y = FIELD(1) + DT * vy, z = FIELD(2) + DT * vz;
  bounce(&x, &vx);
  bounce(&y, &vy);
  bounce(&z, &vz);
  FIELD(0) = x, FIELD(1) = y, FIELD(2) = z;
  FIELD(3) = vx, FIELD(4) = vy, FIELD(5) = vz;
  FIELD(6) += DT;
}
// </kernel>
