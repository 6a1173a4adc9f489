// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstddef>
#include <vector>

namespace wb {

/// A temporary of a pipeline: its size, and the steps that use it, counted in the order in which
/// the steps run. Step `first` writes it, step `last` is the last to read it; both are included.
struct Lifetime {
  std::size_t bytes = 0, first = 0, last = 0;
};

/// Whether two temporaries exist during one step, and so must not share memory.
bool live_together(const Lifetime& a, const Lifetime& b);

/// A place in one arena for each temporary, in the order in which they were given.
struct MemoryPlan {
  std::vector<std::size_t> offset;  ///< bytes, each a multiple of the alignment
  std::size_t peak_bytes = 0;       ///< size of the arena
  bool minimal = false;             ///< no plan with a smaller arena exists; false: not known
};

/// Most bytes alive during one step, each temporary rounded up: no plan can do with less.
std::size_t most_alive(const std::vector<Lifetime>& temporaries, std::size_t alignment);

/// Places temporaries by their lifetimes, before anything runs. Tries orders of placement, the
/// promising ones first, until the arena is as small as most_alive() or all orders were tried;
/// after `tries` placements it settles for the best so far. Throws UsageError for a lifetime that
/// ends before it begins, or an alignment of 0.
MemoryPlan plan_memory(const std::vector<Lifetime>& temporaries, std::size_t alignment,
                       std::size_t tries = 1'000'000);

}  // namespace wb
