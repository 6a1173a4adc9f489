// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "wb/experiment.hpp"

namespace chapters {

/// How the values are spread: evenly; as Zipf found words to be (value v with weight 1 / (v + 1));
/// or all the same.
enum class Spread { kUniform, kZipf, kEqual };

/// n values, 8 bits wide for 256 bins, 16 bits for 65,536; the same on every machine.
wb::Array spread_values(Spread spread, std::size_t bins, std::size_t n, std::uint64_t seed);

/// What atomics ask for: requests of a warp, and passes in which lanes that want the same word are
/// served one after the other.
struct Contention {
  double requests = 0, passes = 0;
  /// One request: the addresses that its active lanes want. None: no request.
  void add(std::vector<std::uint64_t>& addresses);
};

/// Contention of counting alone, without the merge, at the seed that the lens uses: `copies` tables
/// that lanes take in turn, where rows of equal values are added at once if `runs`.
Contention counting(Spread spread, std::size_t n, std::size_t copies, bool runs, unsigned lanes);

/// 256 bins: global atomics, one table a group, more tables, runs, private counters, a CPU's shape.
wb::Experiment histogram(Spread spread);
/// A CPU's shape and its peers at a size where launches do not matter.
wb::Experiment large_histogram(Spread spread);
/// 65,536 bins of 16-bit values, which do not fit local memory.
wb::Experiment wide_histogram(Spread spread);
/// Tables that lie interleaved, from 1 to 32.
wb::Experiment table_copies(Spread spread);
/// Bytes that a work-item takes, from 16 to 4096.
wb::Experiment bytes_an_item();

/// The exercise: 16 counters for each row of bytes, a work-group a row.
wb::Experiment row_histograms();

}  // namespace chapters
