// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/memory_plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "wb/error.hpp"

namespace wb {
namespace {

std::size_t rounded(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// Depth first over the orders in which temporaries are placed.
class Search {
 public:
  Search(std::vector<Lifetime> temporaries, std::size_t bound, std::size_t tries)
      : all_(std::move(temporaries)),
        bound_(bound),
        tries_(tries),
        now_(all_.size(), kNowhere),
        promising_(all_.size()) {
    std::iota(promising_.begin(), promising_.end(), std::size_t{0});
    // Large ones first, and of equal ones the one that is in more temporaries' way.
    const auto weight = [&](std::size_t i) {
      return std::count_if(all_.begin(), all_.end(),
                           [&](const Lifetime& other) { return live_together(all_[i], other); });
    };
    std::stable_sort(promising_.begin(), promising_.end(), [&](std::size_t a, std::size_t b) {
      if (all_[a].bytes != all_[b].bytes) return all_[a].bytes > all_[b].bytes;
      return weight(a) > weight(b);
    });
    greedy();
    go(0, 0, 0);
    best_.minimal = best_.peak_bytes == bound_ || tries_ > 0;
  }
  MemoryPlan best() { return std::move(best_); }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::vector<Lifetime> all_;
  std::size_t bound_, tries_;
  std::vector<std::size_t> now_;  // offsets
  std::vector<std::size_t> promising_;
  MemoryPlan best_;

  // A first plan, mostly a good one: each where it first fits between those that live with it.
  void greedy() {
    best_ = {std::vector<std::size_t>(all_.size(), kNowhere), 0, false};
    for (const std::size_t i : promising_) {
      std::vector<std::pair<std::size_t, std::size_t>> taken;  // from, to
      for (std::size_t j = 0; j < all_.size(); ++j) {
        if (best_.offset[j] == kNowhere || !live_together(all_[i], all_[j])) continue;
        taken.emplace_back(best_.offset[j], best_.offset[j] + all_[j].bytes);
      }
      std::sort(taken.begin(), taken.end());
      std::size_t at = 0;
      for (const auto& [from, to] : taken) {
        if (at + all_[i].bytes <= from) break;
        at = std::max(at, to);
      }
      best_.offset[i] = at;
      best_.peak_bytes = std::max(best_.peak_bytes, at + all_[i].bytes);
    }
  }

  // <place>
  // Where a temporary comes to lie: on top of all that are placed and live when it lives.
  std::size_t floor_of(std::size_t i) const {
    std::size_t floor = 0;
    for (std::size_t j = 0; j < all_.size(); ++j) {
      if (now_[j] == kNowhere || !live_together(all_[i], all_[j])) continue;
      floor = std::max(floor, now_[j] + all_[j].bytes);
    }
    return floor;
  }
  // Any plan can be had by placing its temporaries from the lowest to the highest, each as low as
  // it goes; so orders in which offsets only rise are enough to find the smallest arena.
  void go(std::size_t placed, std::size_t lowest, std::size_t peak) {
    if (placed == all_.size()) {
      best_ = {now_, peak, false};
      return;
    }
    for (const std::size_t i : promising_) {
      if (now_[i] != kNowhere) continue;
      if (best_.peak_bytes == bound_ || tries_ == 0) return;
      --tries_;
      const std::size_t at = floor_of(i), top = std::max(peak, at + all_[i].bytes);
      if (at < lowest || top >= best_.peak_bytes) continue;
      now_[i] = at;
      go(placed + 1, at, top);
      now_[i] = kNowhere;
    }
  }
  // </place>
};

}  // namespace

bool live_together(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

std::size_t most_alive(const std::vector<Lifetime>& temporaries, std::size_t alignment) {
  std::size_t most = 0;
  // The most are alive at a step in which one of them begins.
  for (const Lifetime& begins : temporaries) {
    std::size_t alive = 0;
    for (const Lifetime& t : temporaries) {
      if (t.first <= begins.first && begins.first <= t.last) alive += rounded(t.bytes, alignment);
    }
    most = std::max(most, alive);
  }
  return most;
}

MemoryPlan plan_memory(const std::vector<Lifetime>& temporaries, std::size_t alignment,
                       std::size_t tries) {
  if (alignment == 0) throw UsageError("a plan's alignment is at least 1 byte");
  std::vector<Lifetime> sized = temporaries;
  for (std::size_t i = 0; i < sized.size(); ++i) {
    if (sized[i].last < sized[i].first) {
      throw UsageError(fmt::format("temporary {} is last read in step {}, and written in step {}",
                                   i, sized[i].last, sized[i].first));
    }
    sized[i].bytes = rounded(sized[i].bytes, alignment);
  }
  return Search(std::move(sized), most_alive(temporaries, alignment), tries).best();
}

}  // namespace wb
