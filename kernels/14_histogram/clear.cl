// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Counters begin at zero, and no barrier holds for all groups of a launch: so clearing is a launch of its own.

// <kernel>
__kernel void clear(__global uint* counts) { counts[get_global_id(0)] = 0; }
// </kernel>
