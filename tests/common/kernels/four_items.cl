// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A kernel that allows one work-group size only.
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void four_items(__global float* y) {
  y[get_global_id(0)] = 1.0f;
}
