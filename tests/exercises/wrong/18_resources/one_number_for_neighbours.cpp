// wrong: one_number_for_neighbours; judge: pool; says: there is room
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Joins what the queue gave back side by side, and lets the part that is done wait for the other.
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

std::size_t take(Pool& pool, int queue, std::size_t bytes) {
  const std::size_t alignment = std::max<std::size_t>(pool.align_bits / 8, 1);
  const auto in_the_way = [&](const Block& b) { return b.in_use || b.queue != queue; };
  const auto fits = [&](std::size_t at) {
    if (at > pool.bytes || pool.bytes - at < bytes) return false;
    return std::none_of(pool.blocks.begin(), pool.blocks.end(), [&](const Block& b) {
      return in_the_way(b) && b.offset < at + bytes && at < b.offset + b.bytes;
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
  const auto given = std::find_if(pool.blocks.begin(), pool.blocks.end(),
                                  [&](const Block& b) { return b.offset == offset && b.in_use; });
  given->in_use = false;
  given->serial = serial;
  const Block whole = *given;
  for (Block& b : pool.blocks) {
    if (b.in_use || b.queue != whole.queue || b.offset + b.bytes != whole.offset) continue;
    b.bytes += whole.bytes;
    b.serial = std::max(b.serial, serial);
    pool.blocks.erase(given);
    return;
  }
}

void completed(Pool& pool, int queue, std::uint64_t serial) {
  std::erase_if(pool.blocks, [&](const Block& b) {
    return !b.in_use && b.queue == queue && b.serial <= serial;
  });
}

}  // namespace exercise
