// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Adds the three coordinates of each point. The host packs points as x y z x y z: 12 bytes each.

// <broken>
__kernel void broken(int n, __global const float3* in, __global float* out) {
  const int i = get_global_id(0);
  if (i < n) out[i] = in[i].x + in[i].y + in[i].z;  // a float3 takes 16 bytes
}
// </broken>

// <fixed>
__kernel void fixed(int n, __global const float* in, __global float* out) {
  const int i = get_global_id(0);
  if (i >= n) return;
  __global const float* point = in + 3 * i;  // three packed floats; vload3(i, in) is the same
  out[i] = point[0] + point[1] + point[2];
}
// </fixed>
