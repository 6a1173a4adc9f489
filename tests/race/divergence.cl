// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Barriers that not all work-items of a group reach. Group size 8; a and b hold n floats.
kernel void some_wait(global const float* a, global float* b, int n) {
  local float t[8];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  if (l < 4) barrier(CLK_LOCAL_MEM_FENCE);  // <- some_wait
  b[i] = t[l];
}

kernel void early_return(global const float* a, global float* b, int n) {
  local float t[8];
  const int i = get_global_id(0), l = get_local_id(0);
  if (i >= n) return;
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);  // <- early_return
  b[i] = t[l];
}

kernel void uneven_loop(global const float* a, global float* b, int n) {
  local float t[8];
  const int l = get_local_id(0);
  t[l] = 0;
  for (int k = 0; k < l; ++k) {
    t[l] += a[k];
    barrier(CLK_LOCAL_MEM_FENCE);  // <- uneven_loop
  }
  b[get_global_id(0)] = t[l];
}

kernel void two_barriers(global const float* a, global float* b, int n) {
  local float t[8];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  if (l < 4) {
    for (int k = 0; k < 2; ++k) {
      barrier(CLK_LOCAL_MEM_FENCE);  // <- two_barriers, first
      t[l] += a[k];
    }
  } else {
    b[i] = 3;
    for (int k = 0; k < 2; ++k) {
      t[l] -= a[k + 1];
      barrier(CLK_LOCAL_MEM_FENCE);  // <- two_barriers, second
    }
  }
  b[i] = t[l];
}

kernel void some_copy(global const float* a, global float* b, int n) {
  local float t[8];
  event_t copied = async_work_group_copy(t, a + get_local_id(0) / 4, 4, 0);  // <- some_copy
  wait_group_events(1, &copied);
  b[get_global_id(0)] = 1;
}
