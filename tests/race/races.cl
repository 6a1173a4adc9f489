// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Races, and what looks like one. Group size 8; a and b hold n floats.
kernel void clean(global const float* a, global float* b, int n) {
  const int i = get_global_id(0);
  if (i < n) b[i] = 2 * a[i];
}

kernel void shared_sum(global const float* a, global float* b, int n) {
  const int i = get_global_id(0);
  if (i < n) b[0] += a[i];  // <- shared_sum
}

kernel void wrong_fence(global const float* a, global float* b, int n) {
  const int i = get_global_id(0), l = get_local_id(0);
  b[i] = a[i];  // <- wrong_fence writes
  barrier(CLK_LOCAL_MEM_FENCE);
  const float next = b[l < 7 ? i + 1 : i];  // <- wrong_fence reads
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = next;
}

kernel void tree(global const float* a, global float* b, int n) {
  local float t[8];
  const int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 4; s > 0; s /= 2) {
    if (l < s) t[l] += t[l + s];  // <- tree
  }
  if (l == 0) b[get_group_id(0)] = t[0];
}

kernel void last_wins(global const float* a, global float* b, int n) {
  b[get_global_id(0) / 2] = a[get_global_id(0)];  // <- last_wins
}

kernel void same_value(global const float* a, global float* b, int n) {
  b[0] = a[0];  // <- same_value
}

kernel void early_use(global const float* a, global float* b, int n) {
  local float t[8];
  event_t copied = async_work_group_copy(t, a + 8 * get_group_id(0), 8, 0);
  b[get_global_id(0)] = t[get_local_id(0)];  // <- early_use
  wait_group_events(1, &copied);
}

kernel void counted(global const float* a, global int* b, int n) {
  atomic_inc(b);
}
