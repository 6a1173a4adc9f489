// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What Oclgrind 21.10 does not see, or cannot run. Group size 8; a and b hold n floats.
// Limit: the compiler makes one barrier of the two, so this counts as uniform.
kernel void merged_barriers(global const float* a, global float* b, int n) {
  local float t[8];
  const int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  if (l < 4) {
    barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = t[7 - l];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = t[l];
  }
}

// Never waits for its copy.
kernel void no_wait(global const float* a, global float* b, int n) {
  local float t[8];
  async_work_group_copy(t, a, 8, 0);
  b[get_global_id(0)] = 1;
}  // <- no_wait

kernel void endless(global const float* a, global float* b, int n) {
  global volatile const float* flag = a;
  while (flag[0] > 0) {
  }
  b[0] = 1;
}

// Limit: the quotient and the remainder become an instruction that one check does not know.
kernel void row_and_column(global const float* a, global float* b, int n) {
  const int i = get_global_id(0), width = n / 2;
  const int row = i / width, col = i % width;
  b[row * width + col] = a[col * 2 + row];
}

kernel void row_behind_the_end(global const float* a, global float* b, int n) {
  const int i = get_global_id(0), width = n / 2;
  const int row = i / width, col = i % width;
  b[(row + 1) * width + col] = a[col * 2 + row];  // <- row_behind_the_end
}
