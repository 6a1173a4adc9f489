// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Leaves a process behind that would go on after the verdict.
#include "exercise.hpp"

#include <unistd.h>
#include <cstdio>

namespace exercise {

Launch choose_launch(const Limits&, const Grid&) {
  if (fork() == 0) {
    setsid();
    sleep(2);
    if (std::FILE* file = std::fopen("/tmp/wb_hostile_daemon", "w")) std::fclose(file);
    _exit(0);
  }
  _exit(0);
}

}  // namespace exercise
