// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The smallest kernel that can be wrong: each work-item writes a number that only it would write.

// <kernel>
__kernel void self_check(uint salt, __global uint* out) {
  const uint i = get_global_id(0);
  out[i] = 3u * i + salt;
}
// </kernel>
