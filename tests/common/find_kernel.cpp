// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// find_kernel FILE prints the full path that the library finds, or fails with what it tried.
#include <fmt/core.h>

#include "wb/error.hpp"
#include "wb/session.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return static_cast<int>(wb::ExitCode::kUsage);
  try {
    fmt::print("{}\n", wb::find_kernel_file(argv[1]));
  } catch (const wb::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  }
}
