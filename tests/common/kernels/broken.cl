// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Does not compile: line 5 names what is not there.
__kernel void broken(__global float* y) {
  y[get_global_id(0)] = undeclared_name;
}
