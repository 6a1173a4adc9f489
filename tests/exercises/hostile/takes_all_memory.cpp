// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Takes memory until there is none.
#include "exercise.hpp"

#include <cstring>
#include <new>

namespace exercise {

Launch choose_launch(const Limits&, const Grid&) {
  for (;;) std::memset(::operator new(64u << 20), 1, 64u << 20);
}

}  // namespace exercise
