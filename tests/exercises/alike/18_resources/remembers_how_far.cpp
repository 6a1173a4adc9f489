// alike: remembers_how_far
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Never forgets a block, and compares its number with how far its queue has come.
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

// A block of no bytes remembers how far its queue has come.
std::uint64_t& done_of(Pool& pool, int queue) {
  for (Block& b : pool.blocks) {
    if (b.bytes == 0 && b.queue == queue) return b.serial;
  }
  pool.blocks.push_back({0, 0, queue, false, 0});
  return pool.blocks.back().serial;
}

// Whether a block's last command is complete.
bool done(Pool& pool, const Block& b) {
  const Block copy = b;
  return !copy.in_use && copy.serial <= done_of(pool, copy.queue);
}

std::size_t take(Pool& pool, int queue, std::size_t bytes) {
  const std::size_t alignment = std::max<std::size_t>(pool.align_bits / 8, 1);
  const std::vector<Block> all = pool.blocks;
  std::vector<Block> in_the_way;
  for (const Block& b : all) {
    if (b.bytes > 0 && (b.in_use || b.queue != queue) && !done(pool, b)) in_the_way.push_back(b);
  }
  const auto fits = [&](std::size_t at) {
    if (at > pool.bytes || pool.bytes - at < bytes) return false;
    return std::none_of(in_the_way.begin(), in_the_way.end(), [&](const Block& b) {
      return b.offset < at + bytes && at < b.offset + b.bytes;
    });
  };
  std::vector<std::size_t> candidates = {0};
  for (const Block& b : in_the_way) {
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
  std::uint64_t& last = done_of(pool, queue);
  last = std::max(last, serial);
}

}  // namespace exercise
