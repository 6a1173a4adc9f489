// wrong: only_begins; judge: pool; says: where queue
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Looks at where blocks begin only, so a new one may end inside an old one.
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

std::size_t take(Pool& pool, int queue, std::size_t bytes) {
  const std::size_t alignment = std::max<std::size_t>(pool.align_bits / 8, 1);
  const auto in_the_way = [&](const Block& b) { return b.in_use || b.queue != queue; };
  const auto fits = [&](std::size_t at) {
    if (at > pool.bytes || pool.bytes - at < bytes) return false;
    return std::none_of(pool.blocks.begin(), pool.blocks.end(), [&](const Block& b) {
      return in_the_way(b) && b.offset <= at && at < b.offset + b.bytes;
    });
  };
  std::vector<std::size_t> candidates = {0};
  for (const Block& b : pool.blocks) {
    if (!in_the_way(b)) continue;
    candidates.push_back((b.offset + b.bytes + alignment - 1) / alignment * alignment);
  }
  std::sort(candidates.begin(), candidates.end());
  const auto found = std::find_if(candidates.begin(), candidates.end(), fits);
  if (found == candidates.end()) return kNone;
  pool.blocks.push_back({*found, bytes, queue, true, 0});
  return *found;
}

void give_back(Pool& pool, std::size_t offset, std::uint64_t serial) {
  for (Block& b : pool.blocks) {
    if (b.offset != offset || !b.in_use) continue;
    b.in_use = false;
    b.serial = serial;
  }
}

void completed(Pool& pool, int queue, std::uint64_t serial) {
  std::erase_if(pool.blocks, [&](const Block& b) {
    return !b.in_use && b.queue == queue && b.serial <= serial;
  });
}

}  // namespace exercise
