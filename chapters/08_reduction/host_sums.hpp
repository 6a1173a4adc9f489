// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <span>

#include "wb/experiment.hpp"

namespace chapters {

/// What a sum should be, in double: the sum, and the sum of magnitudes that errors are measured by.
struct ExactSum {
  double sum = 0, magnitudes = 0;
};
ExactSum exact_sum(std::span<const float> in);

/// The sum as plain C++ on all hardware threads (several vector accumulators each), as a peer.
wb::Peer host_sum(const wb::Problem& problem);

}  // namespace chapters
