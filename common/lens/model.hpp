// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The rules of the lens: what one request of a warp costs, and which requests a warp issues.
// Pure logic: neither LLVM nor Oclgrind, so every rule has a unit test (tests/lens/model_test.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "wb/lens.hpp"

namespace wb::lens {

/// Calls f(name, counter) for every counter of `counts`: the one list of their names.
void for_each_counter(LensCounts& counts,
                      const std::function<void(const char*, std::uint64_t&)>& f);

/// Most lanes a model may have: a warp's lanes are the bits of one word.
inline constexpr unsigned kMaxLanes = 64;
using LaneMask = std::uint64_t;

/// One request: what the active lanes of a warp ask for with one instruction.
/// addresses[lane] is meaningful where `active` has its bit; every lane asks for `bytes`.
struct Request {
  LaneMask active = 0;
  unsigned bytes = 4;
  std::span<const std::uint64_t> addresses;
};

/// Sectors, lines and distinct bytes of one request to global memory (requests is 1).
GlobalCounts count_global(const Request& request, const LensModel& model);

/// Wavefronts of one request to local memory (requests is 1). `store` matters to wide accesses.
///
/// The rule. A pass moves at most banks * bank_bytes, so a request wider than a bank is served in
/// groups of banks * bank_bytes / bytes consecutive lanes: for NVIDIA half-warps for 8 bytes,
/// quarter-warps for 16. A group takes as many passes as the most wanted bank holds distinct words
/// (equal words are one: a broadcast), none if no lane of it is active. In a load, neighbouring
/// groups share their passes, all of them or none, if lanes i and i^1 agree on the address for all
/// active lanes of the warp, or lanes i and i^2 do: then one register's worth of data serves two
/// lanes. Stores never share. Held to an H200's counters by tests/lens/proof_test.cpp.
LocalCounts count_local(const Request& request, bool store, const LensModel& model);

/// Distinct 4-byte words of one request to constant memory.
std::uint64_t count_constant_words(const Request& request);

/// How far one atomic request serialises: the number of lanes on the most wanted address.
std::uint64_t count_serialised(const Request& request);

/// Splits an access as a compiler must: into pieces that are powers of two, at most 16 bytes, and
/// aligned as the alignment promises. Gives (offset, bytes) in ascending order.
std::vector<std::pair<unsigned, unsigned>> split_access(unsigned bytes, unsigned alignment);

/// Where an access goes, and what it does there.
enum class Space { kGlobal, kLocal, kConstant };
enum class Action { kLoad, kStore, kAtomic };

/// One instruction that accesses memory.
struct Site {
  Space space = Space::kGlobal;
  Action action = Action::kLoad;
  unsigned bytes = 0;  ///< 0 until it is first seen to run
  unsigned alignment = 4;
  unsigned line = 0;
};

/// What one source line contributes each time a node runs.
struct LineWork {
  unsigned line = 0;
  std::uint64_t instructions = 0;
  std::uint64_t image_reads = 0, image_writes = 0;
  FlopCounts flops;  ///< of one lane
};

/// A stretch of straight code: it ends at a branch, a barrier, a call or a return.
struct Node {
  std::vector<std::uint32_t> successors;
  std::uint32_t reconverge = 0;  ///< immediate post-dominator; number of nodes: the end
  bool barrier = false;          ///< lanes wait at its end
  unsigned barrier_line = 0;
  std::vector<Site> sites;
  std::vector<LineWork> work;
};

/// A kernel's control flow, calls expanded. Node 0 is its entry; no successor: it ends there.
struct Graph {
  std::vector<Node> nodes;
  /// Fills in `reconverge` of every node.
  void find_reconvergence();
};

/// Stands for "this site did not access memory this time".
inline constexpr std::uint64_t kNoAddress = ~std::uint64_t{0};

/// What one work-item did between two barriers.
struct LaneTrace {
  std::vector<std::uint32_t> path;       ///< nodes, in order
  std::vector<std::uint64_t> addresses;  ///< one for each site of each node, in order
  void clear();
  std::uint64_t bytes() const;
};

/// Adds up what the warps of a launch did.
class Tally {
 public:
  Tally(const Graph& graph, const LensModel& model);
  /// A warp ran `node` with these lanes.
  void node(std::uint32_t node, LaneMask active);
  /// A warp issued one access of `node`, which its alignment may split into several requests.
  void access(std::uint32_t node, std::uint32_t site, LaneMask active,
              std::span<const std::uint64_t> addresses);
  /// The same for an access that stands in no node (asynchronous copies).
  void access(const Site& site, LaneMask active, std::span<const std::uint64_t> addresses);
  /// Everything, by source line.
  std::vector<LensLine> lines() const;

 private:
  const Graph& graph_;
  LensModel model_;
  std::vector<std::uint64_t> warp_runs_, lane_runs_;
  std::vector<std::vector<LensCounts>> site_counts_;
  std::vector<LensLine> others_;
  void count(const Site& site, LaneMask active, std::span<const std::uint64_t> addresses,
             LensCounts& counts) const;
};

/// Replays one warp from its lanes' traces, as hardware would have run them: together, splitting
/// where they disagree about the next node, and joining again at the immediate post-dominator of
/// the branch. What it has split survives barriers, so a phase continues where the last stopped.
class WarpReplay {
 public:
  explicit WarpReplay(unsigned lanes);
  /// Replays up to the next barrier or the end. traces[lane] may be null: no such work-item.
  void run(const Graph& graph, std::span<const LaneTrace* const> traces, Tally& tally);

 private:
  /// Lanes that run together until `reconverge`, where they join those of `parent`.
  struct Branch {
    LaneMask mask = 0, arrived = 0;
    std::uint32_t last = 0, reconverge = 0;  ///< the node it ran last; where it joins
    int parent = -1;
    unsigned pending = 0;  ///< children that still run
    bool resumed = false;  ///< it has waited at the barrier that ends `last`
  };
  std::vector<Branch> branches_;
  std::vector<int> ready_, waiting_, free_;
  std::vector<std::uint32_t> path_at_, address_at_;
  std::vector<std::uint64_t> addresses_;
  bool started_ = false;
  unsigned lanes_;

  int new_branch(LaneMask mask, std::uint32_t last, std::uint32_t reconverge, int parent);
  void finish(int branch, LaneMask arrived);
  void run_branch(int branch, const Graph& graph, std::span<const LaneTrace* const> traces,
                  Tally& tally);
  void run_node(std::uint32_t node, LaneMask mask, const Graph& graph,
                std::span<const LaneTrace* const> traces, Tally& tally);
};

}  // namespace wb::lens
