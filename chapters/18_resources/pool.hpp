// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "18_resources/ledger.hpp"

namespace chapters {

/// How many places of each size in bytes.
using Places = std::map<std::size_t, std::size_t>;

/// A place of the pool in use.
struct Block {
  cl::Buffer buffer;
  std::size_t bytes = 0;
};

/// The time that threads lost at the pool, on the host's clock.
struct Wait {
  std::size_t thread;  ///< of those that enqueue, or kDriver
  bool for_lock;       ///< else for a block to come back
  double start_ms, end_ms;
  static constexpr std::size_t kDriver = ~std::size_t{0};
};

/// One large buffer from which all threads take places, behind one lock. It is cut once, into
/// sub-buffers that do not overlap. Making one for each block does not do on NVIDIA's driver 580:
/// with commands in flight it takes milliseconds, and where a new one overlaps an old one that the
/// driver still holds, clReleaseMemObject crashes later.
class Pool {
 public:
  /// Each place begins at a multiple of `alignment` bytes.
  Pool(const cl::Context& context, const Places& places, std::size_t alignment, Ledger& ledger);
  /// A place of a size that the pool has (else std::out_of_range). Waits until one is free; calls
  /// `before_waiting` then, so that the caller can flush what will bring one back. Throws Error
  /// after ten seconds.
  Block take(std::size_t thread, std::size_t bytes, const std::function<void()>& before_waiting);
  /// Returns a place when `last_use` is complete. The pool must live until then.
  void give_back_after(const cl::Event& last_use, Block&& block);

  std::vector<Wait> waits();  ///< and forgets them
  /// Waits for all callbacks, which may run after the queues are finished.
  void settle();

 private:
  struct Return;
  std::atomic<std::size_t> expected_ = 0;  ///< callbacks that are still to come
  cl::Buffer memory_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::map<std::size_t, std::vector<cl::Buffer>> free_;  ///< by size
  std::vector<Wait> waits_;
  std::unique_lock<std::mutex> lock(std::size_t thread);
  void give_back(Block&& block);
};

}  // namespace chapters
