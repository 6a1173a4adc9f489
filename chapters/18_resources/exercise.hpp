// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What exercise.cpp is given and what it returns. Change nothing here: the judges have their own
// copy.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace exercise {

// <pool>
/// A part of the pool that is in use, or given back and not reusable by everyone yet.
struct Block {
  std::size_t offset, bytes;
  int queue;             ///< whose commands use it
  bool in_use;           ///< taken, not given back
  std::uint64_t serial;  ///< once given back: the last command of `queue` that uses it
};

/// A pool of `bytes` bytes for several in-order queues. Nobody but your functions touches `blocks`.
struct Pool {
  std::size_t bytes;
  unsigned align_bits;  ///< what CL_DEVICE_MEM_BASE_ADDR_ALIGN says
  std::vector<Block> blocks;
};

constexpr std::size_t kNone = ~std::size_t{0};

/// An aligned offset at which `bytes` bytes (at least 1) are free for the next commands of `queue`,
/// or kNone if there is no such place. The host never waits.
extern "C" std::size_t take(Pool& pool, int queue, std::size_t bytes);

/// The block at `offset` is not needed by commands after number `serial` of its queue. These may
/// not even have started. Always the offset of a block that is in use, and a number of which
/// `completed` has not been told yet.
extern "C" void give_back(Pool& pool, std::size_t offset, std::uint64_t serial);

/// All commands of `queue` up to number `serial`, included, are complete.
extern "C" void completed(Pool& pool, int queue, std::uint64_t serial);
// </pool>

}  // namespace exercise
