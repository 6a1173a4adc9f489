// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Values that nobody wrote. Group size 8; a and b hold n floats.
kernel void local_tail(global const float* a, global float* b, int n) {
  local float t[9];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = t[l] + t[l + 1];  // <- local_tail
}

kernel void private_sum(global const float* a, global float* b, int n) {
  float sum;
  for (int k = 0; k < n; ++k) sum += a[k];
  b[get_global_id(0)] = sum;  // <- private_sum
}

kernel void branch(global const float* a, global float* b, int n) {
  local float t[9];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t[l + 1] > 0) {  // <- branch
    for (int k = 0; k < l; ++k) b[i] += 1;
  }
}

kernel void address(global const float* a, global float* b, int n) {
  local int t[9];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[t[l + 1] & 7];  // <- address
}

kernel void copy(global const float* a, global float* b, int n) {
  const int i = get_global_id(0);
  if (i < n) b[i] = a[i];  // <- copy
}

// Limit: the compiler sees that t is never written, and drops the reads.
kernel void never_written(global const float* a, global float* b, int n) {
  local float t[8];
  b[get_global_id(0)] = t[get_local_id(0)];
}

// Oclgrind stores these vectors piece by piece, beginning with one that holds nothing.
kernel void two_parts(global const float* a, global float* b, int n) {
  local float t[9];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n / 2) ((global float2*)b)[i] = (float2)(t[2 * l], 2 * t[2 * l + 1]);
}

kernel void one_part(global const float* a, global float* b, int n) {
  local float t[9];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n / 2) ((global float2*)b)[i] = (float2)(t[2 * l], 2 * t[2 * l + 2]);  // <- one_part
}
