// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "wb/instruments.hpp"

namespace wb {

/// What a device can do at best, measured on it. A rate of 0 was not measured (a simulator has no
/// speed; not every device has double precision).
///
/// Each is the rate of the fastest of several ways, and of each way the median of its best round of
/// several runs. A single fastest run would be beaten by nobody and reached by nobody; a median
/// over all runs would be beaten by whichever kernel happens to run in a quieter minute. Where a
/// kernel still passes 100% of the roof, the ceilings were measured on a busier machine:
/// `--fresh-ceilings`.
struct Ceilings {
  double fma_gflops = 0;       ///< single precision, two flops a fused multiply-add
  double fma64_gflops = 0;     ///< double precision
  double copy_gbps = 0;        ///< read + written, the faster kind of store
  double copy_plain_gbps = 0;  ///< ordinary stores
  std::string copy_stores;     ///< "plain" or "streaming": what copy_gbps used
  double read_gbps = 0;        ///< a kernel that only reads
  double upload_pageable_gbps = 0, upload_pinned_gbps = 0;      ///< host to device
  double download_pageable_gbps = 0, download_pinned_gbps = 0;  ///< device to host
  double launch_us = 0;  ///< an empty kernel, enqueue to finish
  bool from_cache = false;
};

/// Measures all of it (a few seconds), or reads what an earlier run measured on this device and
/// driver from the user's cache folder. `fresh` measures anew and replaces the cache. A cache that
/// cannot be read, or is of another device, driver or version of the kernels, is measured anew; one
/// that cannot be written is done without.
Ceilings measure_ceilings(Session& session, bool fresh = false);

/// The file that caches it: $XDG_CACHE_HOME (or ~/.cache)/opencl-measured/ceilings-....json, or ""
/// if neither variable is set.
std::string ceilings_cache_file(const DeviceFacts& facts);
/// What that file holds, if it is of this device, driver and version of the kernels.
std::optional<Ceilings> load_ceilings(const DeviceFacts& facts);
/// Writes that file, beside it first and then renamed. False if that was not possible.
bool store_ceilings(const DeviceFacts& facts, const Ceilings& ceilings);

/// One way to reach one ceiling: a kernel at one vector width, a transfer, somebody else's loop.
struct CeilingTry {
  std::string ceiling;  ///< "fma", "fma64", "copy", "read", "upload", "download", "launch"
  std::string variant;  ///< "float16", "float4, streaming stores", "pinned"
  Size size;            ///< what it worked on; bytes for memory, {work-items, steps} for "fma"
  Launch launch;        ///< empty for what is no kernel
  Work work;            ///< bytes: read + written
  bool peer = false;    ///< not ours: never counts as the device's ceiling
  std::string clock;    ///< "device" or "host"
  std::function<double()> once;  ///< runs once, returns milliseconds
  std::function<std::string()>
      fault;                  ///< runs once on a cleared output; "" if the values are right
  std::string status = "ok";  ///< "ok" | "wrong" | "skipped"
  std::string reason;
  Timing time;         ///< of all rounds
  double best_ms = 0;  ///< median of the best round: what a ceiling is made of

  double gflops() const { return best_ms > 0 ? work.flops / best_ms * 1e-6 : 0; }
  double gbps() const { return best_ms > 0 ? work.bytes / best_ms * 1e-6 : 0; }
};

/// The ways to try on this device, built and ready; with `every`, also the vector widths that its
/// kind has no use for. What it cannot build has the status "skipped" and the reason. Empty for a
/// simulator.
std::vector<CeilingTry> ceiling_tries(Session& session, bool every = false);
/// How ceilings are timed: short, since there are many ways to try.
inline constexpr Protocol kCeilingProtocol = {.rounds = 5, .runs = 5, .budget_seconds = 0.15};
/// Verifies each, then times what was right, in turns. Fills status, reason, time and best_ms.
void run_tries(std::vector<CeilingTry>& tries, const Protocol& protocol = kCeilingProtocol);
/// The fastest of each.
Ceilings best_of(const std::vector<CeilingTry>& tries);

}  // namespace wb
