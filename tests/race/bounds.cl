// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Addresses that are nowhere. Group size 8; a and b hold n floats.
kernel void no_guard(global const float* a, global float* b, int n) {
  const int i = get_global_id(0);
  const float x = a[i];  // <- no_guard reads
  b[i] = x;              // <- no_guard writes
}

kernel void halo(global const float* a, global float* b, int n) {
  local float t[9];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  if (l < 2) t[8 + l] = 0;  // <- halo writes
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = t[l + 1];
}

kernel void short_table(global const float* a, global float* b, int n) {
  const float table[4] = {1, 2, 3, 4};
  const int i = get_global_id(0);
  b[i] = a[i] * table[i + 1 < n ? i : 4];  // <- short_table
}

kernel void null_pointer(global const float* a, global float* b, int n) {
  global const float* nothing = 0;
  b[get_global_id(0)] = nothing[get_global_id(0)];  // <- null_pointer
}

kernel void crooked(global const float* a, global float* b, int n) {
  global const float4* vectors = (global const float4*)(a + 1);
  b[get_global_id(0)] = vectors[0].x;  // <- crooked
}
