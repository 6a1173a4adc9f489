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

/// The free parts of a range of bytes. First fit; what comes back is joined with free neighbours.
class FreeList {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};
  explicit FreeList(std::size_t bytes) : free_{{0, bytes}} {}
  std::size_t take(std::size_t bytes);  ///< an offset, or kNone
  void give_back(std::size_t offset, std::size_t bytes);
  std::size_t parts() const { return free_.size(); }

 private:
  std::map<std::size_t, std::size_t> free_;  ///< offset -> bytes; no two touch
};

/// A part of the pool in use.
struct Block {
  cl::Buffer buffer;
  std::size_t offset = 0, bytes = 0;
};

/// The time that threads lost at the pool, on the host's clock.
struct Wait {
  std::size_t thread;  ///< of those that enqueue, or kDriver
  bool for_lock;       ///< else for a block to come back
  double start_ms, end_ms;
  static constexpr std::size_t kDriver = ~std::size_t{0};
};

/// One large buffer from which all threads take blocks, behind one lock.
class Pool {
 public:
  Pool(const cl::Context& context, std::size_t bytes, std::size_t alignment, Ledger& ledger);
  /// Waits until a block is free; calls `before_waiting` then, so that the caller can flush what
  /// will bring one back. Throws Error after ten seconds.
  Block take(std::size_t thread, std::size_t bytes, const std::function<void()>& before_waiting);
  /// Returns a block when `last_use` is complete. The pool must live until then. The block is the
  /// pool's from here on, so that all parts of its buffer are made and released under one lock:
  /// while callers released theirs outside it, NVIDIA's driver 580 crashed in two of about twenty
  /// runs.
  void give_back_after(const cl::Event& last_use, Block&& block);

  std::size_t highest_byte() const { return highest_; }
  std::vector<Wait> waits();  ///< and forgets them
  /// Waits for all callbacks, which may run after the queues are finished.
  void settle();

 private:
  struct Return;
  std::size_t alignment_, bytes_, highest_ = 0;
  std::atomic<std::size_t> expected_ = 0;  ///< callbacks that are still to come
  Ledger& ledger_;
  cl::Buffer memory_;
  std::mutex mutex_;
  std::condition_variable returned_;
  FreeList free_;
  std::vector<Wait> waits_;
  std::unique_lock<std::mutex> lock(std::size_t thread);
  std::vector<cl::Buffer> dead_;
  void give_back(Block&& block);
};

}  // namespace chapters
