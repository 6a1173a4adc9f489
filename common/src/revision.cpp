// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb_revision.hpp"

#include "wb/measurement.hpp"

namespace wb {

std::string revision() {
  return kRevision;
}

}  // namespace wb
