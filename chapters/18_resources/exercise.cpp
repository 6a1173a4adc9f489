// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 18: a pool without locks, callbacks or waiting. A block that is given back may be taken
// at once by its own queue, which runs in order, and by others when its last command is complete.
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

std::size_t take(Pool& pool, int queue, std::size_t bytes) {
  // TODO: Find an aligned offset where nothing stands in this queue's way; remember the block.
  std::size_t at = 0;
  for (const Block& b : pool.blocks) at = b.offset + b.bytes;
  if (at + bytes > pool.bytes) return kNone;
  pool.blocks.push_back({at, bytes, queue, true, 0});
  return at;
}

void give_back(Pool& pool, std::size_t offset, std::uint64_t serial) {
  // TODO: The block is no longer in use, but its last command may still be to come.
  (void)pool, (void)offset, (void)serial;
}

void completed(Pool& pool, int queue, std::uint64_t serial) {
  // TODO: Which blocks may every queue have from now on?
  (void)pool, (void)queue, (void)serial;
}

}  // namespace exercise
