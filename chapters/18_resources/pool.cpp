// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/pool.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "wb/error.hpp"
#include "wb/experiment.hpp"
#include "wb/trace.hpp"

namespace chapters {

// <free-list>
std::size_t FreeList::take(std::size_t bytes) {
  for (auto part = free_.begin(); part != free_.end(); ++part) {
    const auto [offset, length] = *part;
    if (length < bytes) continue;
    free_.erase(part);
    if (length > bytes) free_[offset + bytes] = length - bytes;
    return offset;
  }
  return kNone;
}

void FreeList::give_back(std::size_t offset, std::size_t bytes) {
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && offset + bytes == next->first) {  // the neighbour above is free
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == offset) {  // the neighbour below is free
      before->second += bytes;
      return;
    }
  }
  free_[offset] = bytes;
}
// </free-list>

Pool::Pool(const cl::Context& context, std::size_t bytes, std::size_t alignment, Ledger& ledger)
    : alignment_(alignment),
      bytes_(wb::round_up(bytes, alignment)),
      ledger_(ledger),
      memory_(ledger.buffer(context, bytes_)),
      free_(bytes_) {}

std::unique_lock<std::mutex> Pool::lock(std::size_t thread) {
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) return lock;
  const wb::Scope scope("wait for the pool's lock");
  const double start = wb::host_now_ms();
  lock.lock();
  waits_.push_back({thread, true, start, wb::host_now_ms()});
  return lock;
}

Block Pool::take(std::size_t thread, std::size_t bytes,
                 const std::function<void()>& before_waiting) {
  // <take>
  bytes = wb::round_up(bytes, alignment_);  // so that every block begins aligned
  std::unique_lock<std::mutex> guard = lock(thread);
  dead_.clear();  // sub-buffers whose blocks came back
  std::size_t offset = free_.take(bytes);
  if (offset == FreeList::kNone) {
    const wb::Scope scope("wait for a block");
    const double start = wb::host_now_ms();
    before_waiting();  // flush, or what would bring a block back may never start
    returned_.wait_for(guard, std::chrono::seconds(10),
                       [&] { return (offset = free_.take(bytes)) != FreeList::kNone; });
    waits_.push_back({thread, false, start, wb::host_now_ms()});
  }
  if (offset == FreeList::kNone) throw wb::Error("the pool had no room for ten seconds");
  highest_ = std::max(highest_, offset + bytes);
  return {ledger_.part(memory_, offset, bytes), offset, bytes};  // the lock is still held
  // </take>
}

// <give-back>
struct Pool::Return {
  Pool* pool;
  Block block;  // its sub-buffer lives until the last command that uses it is done
};

void Pool::give_back_after(const cl::Event& last_use, Block&& block) {
  auto back = std::make_unique<Return>(Return{this, std::move(block)});
  cl::Event event = last_use;
  ++expected_;
  event.setCallback(
      CL_COMPLETE,
      [](cl_event, cl_int, void* data) {  // on a thread of the driver's
        const std::unique_ptr<Return> mine(static_cast<Return*>(data));
        mine->pool->give_back(std::move(mine->block));
      },
      back.get());
  back.release();  // NOLINT(bugprone-unused-return-value): the callback's from here on
}

void Pool::give_back(Block&& block) {
  const std::unique_lock<std::mutex> guard = lock(Wait::kDriver);  // the driver waits with us
  free_.give_back(block.offset, block.bytes);
  dead_.push_back(
      std::move(block.buffer));  // a callback should not call OpenCL; take() releases it
  --expected_;
  returned_.notify_all();
}
// </give-back>

std::vector<Wait> Pool::waits() {
  const std::lock_guard guard(mutex_);
  return std::exchange(waits_, {});
}

void Pool::settle() {
  std::unique_lock guard(mutex_);
  if (!returned_.wait_for(guard, std::chrono::seconds(10), [&] { return expected_ == 0; })) {
    throw wb::Error(fmt::format("{} callbacks of the pool never came", expected_.load()));
  }
  dead_.clear();
}

}  // namespace chapters
