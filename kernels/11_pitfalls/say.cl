// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Prints a line for each work-item.

__kernel void say(void) {
  printf("item %d was here\n", (int)get_global_id(0));
}
