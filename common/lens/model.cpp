// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "model.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>

namespace wb::lens {
namespace {

constexpr unsigned kWidestAccess = 16;  // bytes that one instruction of one lane can move
constexpr unsigned kConstantWord = 4;

template <typename F>
void for_each_lane(LaneMask mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

// The addresses of the active lanes, ascending. Most requests are ascending already.
struct SortedAddresses {
  std::array<std::uint64_t, kMaxLanes> data;
  unsigned size = 0;

  explicit SortedAddresses(const Request& request) {
    bool ascending = true;
    for_each_lane(request.active, [&](unsigned lane) {
      data[size] = request.addresses[lane];
      if (size > 0 && data[size] < data[size - 1]) ascending = false;
      ++size;
    });
    if (!ascending) std::sort(data.begin(), data.begin() + size);
  }
};

// Distinct blocks of `block_bytes` that ascending accesses of `bytes` each touch.
std::uint64_t distinct_blocks(const SortedAddresses& sorted, unsigned bytes, unsigned block_bytes) {
  std::uint64_t count = 0, next = 0;  // next: first block not yet counted
  for (unsigned i = 0; i < sorted.size; ++i) {
    const std::uint64_t first = std::max(sorted.data[i] / block_bytes, next);
    const std::uint64_t last = (sorted.data[i] + bytes - 1) / block_bytes;
    if (last >= first) {
      count += last - first + 1;
      next = last + 1;
    }
  }
  return count;
}

std::uint64_t ceil_divide(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

// Passes and distinct words of the lanes in `mask`: the most wanted bank decides.
struct BankUse {
  std::uint64_t passes = 0, words = 0;
};
BankUse bank_use(const Request& request, LaneMask mask, const LensModel& model) {
  std::array<std::uint64_t, kMaxLanes*(kWidestAccess + 1)> words;
  std::size_t size = 0;
  for_each_lane(mask, [&](unsigned lane) {
    const std::uint64_t address = request.addresses[lane];
    const std::uint64_t last = (address + request.bytes - 1) / model.bank_bytes;
    for (std::uint64_t word = address / model.bank_bytes; word <= last; ++word)
      if (size == 0 || words[size - 1] != word) words[size++] = word;
  });
  std::sort(words.begin(), words.begin() + size);
  size = static_cast<std::size_t>(std::unique(words.begin(), words.begin() + size) - words.begin());
  std::array<std::uint16_t, 256> load{};
  BankUse use;
  use.words = size;
  for (std::size_t i = 0; i < size; ++i)
    use.passes = std::max<std::uint64_t>(use.passes, ++load[words[i] % model.banks]);
  return use;
}

// Whether every lane i of `mask` agrees on the address with lane i ^ distance, if that is one.
bool pairs_agree(const Request& request, LaneMask mask, unsigned distance) {
  bool agree = true;
  for_each_lane(mask, [&](unsigned lane) {
    const unsigned other = lane ^ distance;
    if (((mask >> other) & 1) != 0 && request.addresses[lane] != request.addresses[other])
      agree = false;
  });
  return agree;
}

LaneMask lanes_from(unsigned first, unsigned count) {
  const LaneMask ones = count >= kMaxLanes ? ~LaneMask{0} : (LaneMask{1} << count) - 1;
  return first >= kMaxLanes ? 0 : ones << first;
}

void add_times(FlopCounts& to, const FlopCounts& flops, std::uint64_t times) {
  to.add += flops.add * times;
  to.mul += flops.mul * times;
  to.fma += flops.fma * times;
  to.div += flops.div * times;
  to.special += flops.special * times;
}

}  // namespace

void for_each_counter(LensCounts& c, const std::function<void(const char*, std::uint64_t&)>& f) {
  f("global_load_requests", c.global_load.requests);
  f("global_load_sectors", c.global_load.sectors);
  f("global_load_ideal_sectors", c.global_load.ideal_sectors);
  f("global_load_bytes", c.global_load.bytes);
  f("global_load_lines", c.global_load.lines);
  f("global_store_requests", c.global_store.requests);
  f("global_store_sectors", c.global_store.sectors);
  f("global_store_ideal_sectors", c.global_store.ideal_sectors);
  f("global_store_bytes", c.global_store.bytes);
  f("global_store_lines", c.global_store.lines);
  f("local_load_requests", c.local_load.requests);
  f("local_load_wavefronts", c.local_load.wavefronts);
  f("local_load_ideal_wavefronts", c.local_load.ideal_wavefronts);
  f("local_store_requests", c.local_store.requests);
  f("local_store_wavefronts", c.local_store.wavefronts);
  f("local_store_ideal_wavefronts", c.local_store.ideal_wavefronts);
  f("constant_load_requests", c.constant_requests);
  f("constant_load_words", c.constant_words);
  f("image_read_requests", c.image_requests);
  f("image_write_requests", c.image_write_requests);
  f("atomics_requests", c.atomic_requests);
  f("atomics_serialised", c.atomic_serialised);
  f("warp_instructions", c.warp_instructions);
  f("lane_instructions", c.lane_instructions);
  f("barriers", c.barriers);
  f("flops_add", c.flops.add);
  f("flops_mul", c.flops.mul);
  f("flops_fma", c.flops.fma);
  f("flops_div", c.flops.div);
  f("flops_special", c.flops.special);
}

GlobalCounts count_global(const Request& request, const LensModel& model) {
  GlobalCounts counts;
  if (request.active == 0) return counts;
  const SortedAddresses sorted(request);
  counts.requests = 1;
  counts.sectors = distinct_blocks(sorted, request.bytes, model.sector_bytes);
  counts.lines = distinct_blocks(sorted, request.bytes, model.line_bytes);
  counts.bytes = distinct_blocks(sorted, request.bytes, 1);
  counts.ideal_sectors = ceil_divide(counts.bytes, model.sector_bytes);
  return counts;
}

LocalCounts count_local(const Request& request, bool store, const LensModel& model) {
  LocalCounts counts;
  if (request.active == 0) return counts;
  counts.requests = 1;
  const unsigned width = std::max(request.bytes, model.bank_bytes);
  const unsigned group = std::max(1u, model.banks * model.bank_bytes / width);
  if (group >= model.lanes) {
    const BankUse use = bank_use(request, request.active, model);
    counts.wavefronts = use.passes;
    counts.ideal_wavefronts = ceil_divide(use.words, model.banks);
    return counts;
  }
  const bool merge =
      model.pairs_merge && !store && width > model.bank_bytes &&
      (pairs_agree(request, request.active, 1) || pairs_agree(request, request.active, 2));
  const unsigned served = merge ? 2 * group : group;  // lanes at a time
  for (unsigned first = 0; first < model.lanes; first += served)
    counts.wavefronts +=
        bank_use(request, request.active & lanes_from(first, served), model).passes;
  counts.ideal_wavefronts =
      ceil_divide(bank_use(request, request.active, model).words, model.banks);
  return counts;
}

std::uint64_t count_constant_words(const Request& request) {
  return distinct_blocks(SortedAddresses(request), request.bytes, kConstantWord);
}

std::uint64_t count_serialised(const Request& request) {
  const SortedAddresses sorted(request);
  std::uint64_t most = 0, run = 0;
  for (unsigned i = 0; i < sorted.size; ++i) {
    run = i > 0 && sorted.data[i] == sorted.data[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return most;
}

std::vector<std::pair<unsigned, unsigned>> split_access(unsigned bytes, unsigned alignment) {
  std::vector<std::pair<unsigned, unsigned>> pieces;
  alignment = std::max(alignment, 1u);
  for (unsigned offset = 0; offset < bytes;) {
    const unsigned width = std::min({kWidestAccess, std::bit_floor(bytes - offset), alignment});
    pieces.emplace_back(offset, width);
    offset += width;
  }
  return pieces;
}

void Graph::find_reconvergence() {
  // Immediate post-dominators: dominators of the reversed graph from a virtual end (Cooper, Harvey
  // and Kennedy, "A simple, fast dominance algorithm").
  const auto end = static_cast<std::uint32_t>(nodes.size());
  std::vector<std::vector<std::uint32_t>> before(nodes.size() + 1);
  for (std::uint32_t n = 0; n < end; ++n) {
    if (nodes[n].successors.empty()) before[end].push_back(n);
    for (std::uint32_t next : nodes[n].successors) before[next].push_back(n);
  }
  constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> order, rank(nodes.size() + 1, kUnknown),
      up(nodes.size() + 1, kUnknown);
  std::vector<bool> seen(nodes.size() + 1);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end, 0}};
  seen[end] = true;
  while (!stack.empty()) {  // depth first, by hand: kernels can be long
    auto& [node, edge] = stack.back();
    if (edge < before[node].size()) {
      const std::uint32_t next = before[node][edge++];
      if (!seen[next]) {
        seen[next] = true;
        stack.emplace_back(next, 0);
      }
    } else {
      rank[node] = static_cast<std::uint32_t>(order.size());
      order.push_back(node);
      stack.pop_back();
    }
  }
  up[end] = end;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (rank[a] < rank[b]) a = up[a];
      while (rank[b] < rank[a]) b = up[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (*it == end) continue;
      std::uint32_t best = nodes[*it].successors.empty() ? end : kUnknown;
      for (std::uint32_t next : nodes[*it].successors)
        if (up[next] != kUnknown) best = best == kUnknown ? next : meet(best, next);
      if (best != up[*it]) {
        up[*it] = best;
        changed = true;
      }
    }
  }
  for (std::uint32_t n = 0; n < end; ++n)
    nodes[n].reconverge = up[n] == kUnknown ? end : up[n];  // endless loops never join
}

void LaneTrace::clear() {
  path.clear();
  addresses.clear();
}

std::uint64_t LaneTrace::bytes() const {
  return path.size() * sizeof(path[0]) + addresses.size() * sizeof(addresses[0]);
}

Tally::Tally(const Graph& graph, const LensModel& model)
    : graph_(graph),
      model_(model),
      warp_runs_(graph.nodes.size()),
      lane_runs_(graph.nodes.size()),
      site_counts_(graph.nodes.size()) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    site_counts_[n].resize(graph.nodes[n].sites.size());
}

void Tally::node(std::uint32_t node, LaneMask active) {
  ++warp_runs_[node];
  lane_runs_[node] += static_cast<std::uint64_t>(std::popcount(active));
}

void Tally::access(std::uint32_t node, std::uint32_t site, LaneMask active,
                   std::span<const std::uint64_t> addresses) {
  count(graph_.nodes[node].sites[site], active, addresses, site_counts_[node][site]);
}

void Tally::access(const Site& site, LaneMask active, std::span<const std::uint64_t> addresses) {
  auto it = std::find_if(others_.begin(), others_.end(),
                         [&](const LensLine& l) { return l.line == site.line; });
  if (it == others_.end()) it = others_.insert(others_.end(), LensLine{site.line, {}});
  count(site, active, addresses, it->counts);
}

void Tally::count(const Site& site, LaneMask active, std::span<const std::uint64_t> addresses,
                  LensCounts& counts) const {
  Request request{active, site.bytes, addresses};
  if (site.action == Action::kAtomic) {
    ++counts.atomic_requests;
    counts.atomic_serialised += count_serialised(request);
    return;
  }
  const bool store = site.action == Action::kStore;
  const auto count_piece = [&](const Request& piece) {
    switch (site.space) {
      case Space::kGlobal:
        (store ? counts.global_store : counts.global_load) += count_global(piece, model_);
        break;
      case Space::kLocal:
        (store ? counts.local_store : counts.local_load) += count_local(piece, store, model_);
        break;
      case Space::kConstant:
        ++counts.constant_requests;
        counts.constant_words += count_constant_words(piece);
        break;
    }
  };
  if (std::has_single_bit(site.bytes) && site.bytes <= std::min(site.alignment, kWidestAccess))
    return count_piece(request);
  std::array<std::uint64_t, kMaxLanes> moved{};
  for (const auto& piece : split_access(site.bytes, site.alignment)) {
    for_each_lane(active, [&](unsigned lane) { moved[lane] = addresses[lane] + piece.first; });
    count_piece({active, piece.second, moved});
  }
}

std::vector<LensLine> Tally::lines() const {
  std::map<unsigned, LensCounts> lines;
  for (const LensLine& other : others_) lines[other.line] += other.counts;
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    if (warp_runs_[n] == 0) continue;
    const Node& node = graph_.nodes[n];
    for (const LineWork& work : node.work) {
      LensCounts& counts = lines[work.line];
      counts.warp_instructions += work.instructions * warp_runs_[n];
      counts.lane_instructions += work.instructions * lane_runs_[n];
      counts.image_requests += work.image_reads * warp_runs_[n];
      counts.image_write_requests += work.image_writes * warp_runs_[n];
      add_times(counts.flops, work.flops, lane_runs_[n]);
    }
    if (node.barrier) lines[node.barrier_line].barriers += warp_runs_[n];
    for (std::size_t s = 0; s < node.sites.size(); ++s)
      lines[node.sites[s].line] += site_counts_[n][s];
  }
  std::vector<LensLine> result;
  for (const auto& [line, counts] : lines) result.push_back({line, counts});
  return result;
}

WarpReplay::WarpReplay(unsigned lanes)
    : path_at_(lanes), address_at_(lanes), addresses_(lanes), lanes_(lanes) {}

int WarpReplay::new_branch(LaneMask mask, std::uint32_t last, std::uint32_t reconverge,
                           int parent) {
  Branch branch;
  branch.mask = mask;
  branch.last = last;
  branch.reconverge = reconverge;
  branch.parent = parent;
  if (free_.empty()) {
    branches_.push_back(branch);
    return static_cast<int>(branches_.size()) - 1;
  }
  const int index = free_.back();
  free_.pop_back();
  branches_[static_cast<std::size_t>(index)] = branch;
  return index;
}

// `branch` has ended; `arrived` of its lanes wait where it joins its parent.
void WarpReplay::finish(int branch, LaneMask arrived) {
  while (true) {
    const int parent = branches_[static_cast<std::size_t>(branch)].parent;
    free_.push_back(branch);
    if (parent < 0) return;
    Branch& above = branches_[static_cast<std::size_t>(parent)];
    above.arrived |= arrived;
    if (--above.pending > 0) return;
    above.mask = above.arrived;
    if (above.mask != 0) {
      ready_.push_back(parent);
      return;
    }
    branch = parent;  // every lane of it has returned: it ends too
    arrived = 0;
  }
}

void WarpReplay::run_node(std::uint32_t node, LaneMask mask, const Graph& graph,
                          std::span<const LaneTrace* const> traces, Tally& tally) {
  tally.node(node, mask);
  const auto sites = static_cast<std::uint32_t>(graph.nodes[node].sites.size());
  for (std::uint32_t site = 0; site < sites; ++site) {
    LaneMask active = 0;
    for_each_lane(mask, [&](unsigned lane) {
      const std::uint64_t address = traces[lane]->addresses[address_at_[lane] + site];
      addresses_[lane] = address;
      if (address != kNoAddress) active |= LaneMask{1} << lane;
    });
    if (active != 0) tally.access(node, site, active, addresses_);
  }
  for_each_lane(mask, [&](unsigned lane) {
    ++path_at_[lane];
    address_at_[lane] += sites;
  });
}

void WarpReplay::run_branch(int index, const Graph& graph, std::span<const LaneTrace* const> traces,
                            Tally& tally) {
  const auto end = static_cast<std::uint32_t>(graph.nodes.size());
  const auto self = static_cast<std::size_t>(index);
  std::vector<std::pair<std::uint32_t, LaneMask>> targets;
  while (true) {
    const std::uint32_t last = branches_[self].last;
    if (last != end && graph.nodes[last].successors.empty()) return finish(index, 0);
    if (last != end && graph.nodes[last].barrier && !branches_[self].resumed) {
      waiting_.push_back(index);
      return;
    }
    targets.clear();
    for_each_lane(branches_[self].mask, [&](unsigned lane) {
      if (path_at_[lane] >= traces[lane]->path.size()) return;  // the simulator gave it up
      const std::uint32_t target = traces[lane]->path[path_at_[lane]];
      const auto it = std::find_if(targets.begin(), targets.end(),
                                   [&](const auto& t) { return t.first == target; });
      if (it == targets.end())
        targets.emplace_back(target, LaneMask{1} << lane);
      else
        it->second |= LaneMask{1} << lane;
    });
    if (targets.empty()) return finish(index, 0);
    branches_[self].resumed = false;
    const std::uint32_t own_join = branches_[self].reconverge;
    std::uint32_t target = targets[0].first;
    LaneMask mask = targets[0].second;
    if (targets.size() > 1) {
      const std::uint32_t join = graph.nodes[last].reconverge;
      const bool same_join = join == own_join;  // a loop that lanes leave one after the other
      const int parent = same_join ? branches_[self].parent : index;
      LaneMask joined = 0;
      unsigned children = 0;
      mask = 0;
      for (const auto& [next, lanes] : targets) {
        if (next == join) {
          joined |= lanes;
        } else if (same_join && mask == 0) {  // this branch goes on with the first of them
          target = next;
          mask = lanes;
        } else {
          ready_.push_back(new_branch(lanes, last, join, parent));
          ++children;
        }
      }
      if (!same_join) branches_[self].arrived = 0;
      if (parent >= 0) {
        branches_[static_cast<std::size_t>(parent)].arrived |= joined;
        branches_[static_cast<std::size_t>(parent)].pending += children;
      }
      if (!same_join) return;  // its children run first; finish() wakes it
    }
    if (target == own_join) return finish(index, mask);
    branches_[self].mask = mask;
    run_node(target, mask, graph, traces, tally);
    branches_[self].last = target;
  }
}

void WarpReplay::run(const Graph& graph, std::span<const LaneTrace* const> traces, Tally& tally) {
  std::fill(path_at_.begin(), path_at_.end(), 0);
  std::fill(address_at_.begin(), address_at_.end(), 0);
  if (!started_) {
    started_ = true;
    LaneMask all = 0;
    for (unsigned lane = 0; lane < lanes_ && lane < traces.size(); ++lane)
      if (traces[lane] != nullptr) all |= LaneMask{1} << lane;
    const auto end = static_cast<std::uint32_t>(graph.nodes.size());
    ready_.push_back(new_branch(all, end, end, -1));
  } else {
    for (int branch : waiting_) branches_[static_cast<std::size_t>(branch)].resumed = true;
    ready_.swap(waiting_);
    waiting_.clear();
  }
  while (!ready_.empty()) {
    const int branch = ready_.back();
    ready_.pop_back();
    run_branch(branch, graph, traces, tally);
  }
}

}  // namespace wb::lens

namespace wb {

GlobalCounts& GlobalCounts::operator+=(const GlobalCounts& o) {
  requests += o.requests;
  sectors += o.sectors;
  ideal_sectors += o.ideal_sectors;
  bytes += o.bytes;
  lines += o.lines;
  return *this;
}

LocalCounts& LocalCounts::operator+=(const LocalCounts& o) {
  requests += o.requests;
  wavefronts += o.wavefronts;
  ideal_wavefronts += o.ideal_wavefronts;
  return *this;
}

FlopCounts& FlopCounts::operator+=(const FlopCounts& o) {
  add += o.add;
  mul += o.mul;
  fma += o.fma;
  div += o.div;
  special += o.special;
  return *this;
}

LensCounts& LensCounts::operator+=(const LensCounts& o) {
  global_load += o.global_load;
  global_store += o.global_store;
  local_load += o.local_load;
  local_store += o.local_store;
  constant_requests += o.constant_requests;
  constant_words += o.constant_words;
  image_requests += o.image_requests;
  image_write_requests += o.image_write_requests;
  atomic_requests += o.atomic_requests;
  atomic_serialised += o.atomic_serialised;
  warp_instructions += o.warp_instructions;
  lane_instructions += o.lane_instructions;
  barriers += o.barriers;
  flops += o.flops;
  return *this;
}

double LensCounts::simt_efficiency(unsigned lanes) const {
  if (warp_instructions == 0) return 1;
  return static_cast<double>(lane_instructions) / (static_cast<double>(warp_instructions) * lanes);
}

}  // namespace wb
