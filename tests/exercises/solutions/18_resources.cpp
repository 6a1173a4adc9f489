// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 18: a pool without locks, callbacks or waiting. A block that is given back may be taken
// at once by its own queue, which runs in order, and by others when its last command is complete.
//! hint 1: Which blocks stand in a queue's way? One in use always does.
//!  One given back: in whose way, and until when?
//! hint 2: Offsets are in bytes, the query answers in bits. Where could the lowest free place
//!  begin? At 0, or right after a block that is in the way. Is there any other candidate?
//! hint 3: A queue may take back what it gave before it is complete. Then two blocks lie at one
//!  place: the old one, which other queues still have to keep away from, and the new one. What
//!  becomes of the old one, and what must `completed` leave alone?
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

std::size_t take(Pool& pool, int queue, std::size_t bytes) {
  // <todo>
  //? Find an aligned offset where nothing stands in this queue's way; remember the block.
  //= std::size_t at = 0;
  //= for (const Block& b : pool.blocks) at = b.offset + b.bytes;
  //= if (at + bytes > pool.bytes) return kNone;
  //= pool.blocks.push_back({at, bytes, queue, true, 0});
  //= return at;
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
  // </todo>
}

void give_back(Pool& pool, std::size_t offset, std::uint64_t serial) {
  // <todo>
  //? The block is no longer in use, but its last command may still be to come.
  //= (void)pool, (void)offset, (void)serial;
  for (Block& b : pool.blocks) {
    if (b.offset != offset || !b.in_use) continue;
    b.in_use = false;
    b.serial = serial;
  }
  // </todo>
}

void completed(Pool& pool, int queue, std::uint64_t serial) {
  // <todo>
  //? Which blocks may every queue have from now on?
  //= (void)pool, (void)queue, (void)serial;
  std::erase_if(pool.blocks, [&](const Block& b) {
    return !b.in_use && b.queue == queue && b.serial <= serial;
  });
  // </todo>
}

}  // namespace exercise
