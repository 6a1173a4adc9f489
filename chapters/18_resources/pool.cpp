// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/pool.hpp"

#include <fmt/core.h>

#include <chrono>
#include <memory>

#include "wb/error.hpp"
#include "wb/experiment.hpp"
#include "wb/trace.hpp"

namespace chapters {

Pool::Pool(const cl::Context& context, const Places& places, std::size_t alignment,
           Ledger& ledger) {
  std::size_t all = 0;
  for (const auto& [bytes, count] : places) all += count * wb::round_up(bytes, alignment);
  memory_ = ledger.buffer(context, all);
  // <cut>
  std::size_t offset = 0;
  for (const auto& [bytes, count] : places) {
    for (std::size_t i = 0; i < count; ++i) {
      free_[bytes].push_back(ledger.part(memory_, offset, bytes));
      offset += wb::round_up(bytes, alignment);  // so that every place begins aligned
    }
  }
  // </cut>
}

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
  std::unique_lock<std::mutex> guard = lock(thread);
  std::vector<cl::Buffer>& free = free_.at(bytes);
  if (free.empty()) {
    const wb::Scope scope("wait for a block");
    const double start = wb::host_now_ms();
    before_waiting();  // flush, or what would bring a block back may never start
    returned_.wait_for(guard, std::chrono::seconds(10), [&] { return !free.empty(); });
    waits_.push_back({thread, false, start, wb::host_now_ms()});
  }
  if (free.empty()) throw wb::Error("the pool had no room for ten seconds");
  Block block{std::move(free.back()), bytes};
  free.pop_back();
  return block;
  // </take>
}

// <give-back>
struct Pool::Return {
  Pool* pool;
  Block block;
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
  free_.at(block.bytes).push_back(std::move(block.buffer));
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
}

}  // namespace chapters
