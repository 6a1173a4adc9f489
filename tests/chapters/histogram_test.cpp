// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What chapter 14 says before a kernel runs: its data, who meets whom, limits, and the peer's
// counts.
#include "14_histogram/histogram.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "14_histogram/host_counts.hpp"
#include "wb/instruments.hpp"

namespace {

using chapters::Spread;

TEST(Histogram, PassesAreTheLanesOnTheMostWantedWord) {
  chapters::Contention all;
  std::vector<std::uint64_t> nobody, apart = {4, 1, 3, 2}, three = {7, 1, 7, 2, 7};
  all.add(nobody);
  EXPECT_EQ(all.requests, 0);
  all.add(apart);
  all.add(three);
  EXPECT_EQ(all.requests, 2);
  EXPECT_EQ(all.passes, 1 + 3);
}

TEST(Histogram, ColumnsMeetNobodyWhateverTheDataIs) {
  for (const Spread spread : {Spread::kUniform, Spread::kZipf, Spread::kEqual}) {
    const auto columns = chapters::counting(spread, 1 << 16, 32, false, 32);
    EXPECT_EQ(columns.requests, (1 << 16) / 32);
    EXPECT_EQ(columns.passes, columns.requests);
  }
  const auto table = chapters::counting(Spread::kEqual, 1 << 16, 1, false, 32);
  EXPECT_EQ(table.passes, 32 * table.requests);
}

TEST(Histogram, RunsLeaveTheirFirstAndLastAdditionOfEqualData) {
  const auto runs = chapters::counting(Spread::kEqual, 1 << 16, 32, true, 32);
  const double warps = (1 << 16) / 128 / 32;  // 128 bytes a work-item
  EXPECT_EQ(runs.requests, 2 * warps);
}

TEST(Histogram, ZipfGivesValueVAWeightOfOneOverVPlusOne) {
  const std::size_t n = 1 << 18;
  const auto counts = chapters::host_counts(chapters::spread_values(Spread::kZipf, 256, n, 5));
  const double whole = std::log(257.0);
  EXPECT_NEAR(counts[0] / double(n), std::log(2.0) / whole, 0.005);
  EXPECT_NEAR(counts[9] / double(n), std::log(11.0 / 10.0) / whole, 0.002);
  EXPECT_GT(counts[255], 0u);
}

TEST(Histogram, PeerAndReferenceCountEveryValueOnce) {
  for (const std::size_t n : {0, 1, 7, 8, 63, 64, 1000, 20011, 100003}) {
    for (const wb::Experiment& experiment :
         {chapters::histogram(Spread::kZipf), chapters::wide_histogram(Spread::kZipf)}) {
      const wb::Problem problem = experiment.make({n}, wb::DataKind::kUniform, 3);
      std::vector<double> plain(problem.outputs[0].count());
      for (std::size_t i = 0; i < n; ++i) ++plain[std::size_t(problem.inputs[0].value(i))];
      EXPECT_EQ(experiment.reference(problem, 0).value, plain) << n;
      wb::Peer peer = chapters::host_histogram(problem);
      peer.once();
      EXPECT_TRUE(wb::compare(peer.outputs()[0], {plain, {}, 0}).ok) << n;
    }
  }
}

// 16-bit counters: at no size may a work-item take 65,536 bytes.
TEST(Histogram, PrivateCountersCannotOverflow) {
  const wb::Experiment equal = chapters::histogram(Spread::kEqual);
  const wb::Variant* narrow = equal.find("private, 16 bits");
  wb::DeviceFacts small;
  small.compute_units = 1;
  for (const std::size_t n : {std::size_t{1}, std::size_t{27258880}, std::size_t{1} << 30}) {
    const wb::Plan plan = narrow->plan({n}, small);
    const std::size_t items = plan.launches[1].global[0], loads = (n / 16 + items - 1) / items;
    EXPECT_LT(loads * 16 + 1, 65536u) << n;
  }
}

TEST(Histogram, WhatADeviceHasNoRoomForIsSaid) {
  const wb::Experiment wide = chapters::wide_histogram(Spread::kUniform);
  wb::DeviceFacts small;
  small.max_work_group_size = 1024;
  small.local_memory_bytes = 32768;
  EXPECT_EQ(wide.find("8 ranges")->needs(small, {1}), "");
  EXPECT_THAT(wide.find("6 ranges")->needs(small, {1}), testing::HasSubstr("43692 bytes of local"));
  EXPECT_THAT(wide.find("one-item groups")->needs(small, {1 << 27}),
              testing::HasSubstr("at most 1048576"));
}

}  // namespace
