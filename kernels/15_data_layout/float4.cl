// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A particle's hot fields as two float4: place and age, motion and colour. `each` float4 from one particle
// to the next, `motion` from the first of the two to the second: the host decides where they lie.
#define DT 0.0078125f         // 1/128
#define FALL -0.06103515625f  // gravity times DT

void bounce(float* x, float* v) {
  const float back = copysign(2.0f, *x) - *x;
  *v = fabs(*x) > 1.0f ? -*v : *v;
  *x = fabs(*x) > 1.0f ? back : *x;
}
__kernel void particles_float4(int n, int each, int motion, __global float4* state) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float4 p = state[i * each], v = state[i * each + motion];  // v.w is the colour: kept as it is
  v.z += FALL;
  p += (float4)(DT * v.x, DT * v.y, DT * v.z, DT);
  float x = p.x, y = p.y, z = p.z, vx = v.x, vy = v.y, vz = v.z;
  bounce(&x, &vx);
  bounce(&y, &vy);
  bounce(&z, &vz);
  state[i * each] = (float4)(x, y, z, p.w);
  state[i * each + motion] = (float4)(vx, vy, vz, v.w);
}
