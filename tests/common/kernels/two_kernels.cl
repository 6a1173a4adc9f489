// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Two entry points.
__kernel void first(__global float* y) { y[0] = 1.0f; }
__kernel void second(__global float* y) { y[0] = 2.0f; }
