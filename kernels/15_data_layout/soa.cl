// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A structure of arrays: one array a field, all in one buffer, `pitch` apart. A step touches seven of the
// sixteen arrays and leaves the others where they are.
//   WIDTH   particles a work-item: 1, or a vector of 4 or 16; n is a multiple of it
#ifndef WIDTH
#define WIDTH 1
#endif
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

// <kernel>
__kernel void particles_soa(int n, int pitch, __global float* state) {
  const int i = get_global_id(0);
  if (i >= n / WIDTH) return;
#define FIELD(f) ((__global floats*)(state + (f) * pitch))[i]
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
// </kernel>
