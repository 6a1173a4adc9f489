// wrong: no tile at all: every element is loaded three times; judge: lens; says: global_load_sectors
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void smooth(int rows, int cols, __global const float* in, __global float* out) {
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  if (row >= rows || col >= cols) return;
  const int at = row * cols + col;
  out[at] = in[at] + (col > 0 ? in[at - 1] : 0.0f) + (col > 1 ? in[at - 2] : 0.0f);
}
