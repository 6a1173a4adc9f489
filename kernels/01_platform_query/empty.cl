// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Does nothing: what is left of its time is the price of a launch.

// <kernel>
__kernel void empty(void) {}
// </kernel>
