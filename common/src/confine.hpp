// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/process.hpp"

namespace wb {

/// A Confinement made ready by the parent, so that the child between fork and exec does nothing but
/// system calls.
class Jail {
 public:
  explicit Jail(const Confinement& confinement);
  ~Jail();
  Jail(const Jail&) = delete;
  Jail& operator=(const Jail&) = delete;
  /// In the child: gives up what the confinement does not grant. False, with errno, if the kernel
  /// refuses what it said it had. Async-signal-safe.
  bool enter() const;

 private:
  Confinement limits_;
  int ruleset_ = -1;  // Landlock's; -1: this kernel has none
};

}  // namespace wb
