// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// An array of structures: one particle after the other, 64 bytes each. The step below touches seven of
// the sixteen words. One work-item a particle.
//   HOT_FIRST   1: the seven words that are touched lie together, in the first 32 bytes
#ifndef HOT_FIRST
#define HOT_FIRST 0
#endif

// <structs>
#if !HOT_FIRST
typedef struct {        // in the order in which the program grew
  float x, y, z;        // position: touched
  uint colour;
  float size, mass;
  int id, kind;
  float vx, vy, vz;     // velocity: touched
  float u, v;           // texture coordinates
  float spin, angle;
  float age;            // touched
} Particle;
#else
typedef struct {
  float x, y, z, vx, vy, vz, age;  // what a step touches: 28 of the first 32 bytes
  uint colour;
  float size, mass;
  int id, kind;
  float u, v, spin, angle;
} Particle;
#endif
// </structs>

#define DT 0.0078125f         // 1/128
#define FALL -0.06103515625f  // gravity times DT

// <step>
void bounce(float* x, float* v) {  // off the walls at -1 and 1
  const float back = copysign(2.0f, *x) - *x;
  *v = fabs(*x) > 1.0f ? -*v : *v;
  *x = fabs(*x) > 1.0f ? back : *x;
}
// </step>

// <kernel>
__kernel void particles_aos(int n, __global Particle* particles) {
  const int i = get_global_id(0);
  if (i >= n) return;
  __global Particle* p = &particles[i];
  float vx = p->vx, vy = p->vy, vz = p->vz;
  vz += FALL;
  float x = p->x + DT * vx, y = p->y + DT * vy, z = p->z + DT * vz;
  bounce(&x, &vx);
  bounce(&y, &vy);
  bounce(&z, &vz);
  p->x = x, p->y = y, p->z = z;
  p->vx = vx, p->vy = vy, p->vz = vz;
  p->age += DT;
}
// </kernel>
