// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
// The OpenCL C++ bindings; which version they speak is set on one CMake target (wb_opencl).
#include <CL/opencl.hpp>
