// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// A vendor library that takes its process down while it is loaded, as broken drivers do.
#include <cstdio>
#include <cstdlib>

namespace {

[[gnu::constructor]] void die() {
  std::fputs("the vendor says why\n", stderr);
  std::abort();
}

}  // namespace
