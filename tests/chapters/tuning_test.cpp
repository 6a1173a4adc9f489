// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 17: what is left of a space when its rules have spoken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "17_tuning/tuning.hpp"

namespace {

using wb::Config;

TEST(GemmSpace, HoldsOnlyWhatAKernelCanDo) {
  const wb::Tunable gemm = chapters::tunable_gemm();
  const std::vector<Config> all = gemm.space.all();
  EXPECT_GT(all.size(), 100u);
  EXPECT_LT(all.size(), gemm.space.points() / 100);
  std::size_t packed = 0;
  for (const Config& c : all) {
    if (c.at("SHAPE") == 2) {
      ++packed;
      continue;
    }
    ASSERT_LE(c.at("WM"), c.at("BM")) << c.text();
    ASSERT_LE(c.at("WN"), c.at("BN")) << c.text();
    ASSERT_LE(c.at("WM") * c.at("WN") / 32, 128) << c.text();
    const int items = c.at("BM") / c.at("WM") * (c.at("BN") / c.at("WN")) * 32;
    for (const char* side : {"BM", "BN"}) {
      ASSERT_EQ(c.at(side) * c.at("BK") / 4 % items, 0) << c.text();
    }
    ASSERT_EQ(items % (c.at("BN") / 4), 0) << c.text();
  }
  EXPECT_GT(packed, 0u);
  EXPECT_LT(packed, all.size());
}

TEST(Spaces, HoldTheirStartsAndDoNotRepeatALaunch) {
  for (const wb::Tunable& tunable : chapters::tunables()) {
    for (const Config& start : tunable.starts) EXPECT_EQ(tunable.space.broken(start), "");
    // What a shape does not use stands at its first value: two points are two launches.
    for (const Config& config : tunable.space.all()) {
      if (tunable.experiment.name != "gemm" || config.at("SHAPE") == 1) continue;
      ASSERT_EQ(config.at("STAGES"), 2) << config.text();
    }
  }
}

TEST(ResidentWarps, AreWhatRegistersAndWholeGroupsLeaveRoomFor) {
  EXPECT_EQ(chapters::resident_warps(90, 32, 256), 64u);
  EXPECT_EQ(chapters::resident_warps(90, 56, 64), 36u);
  EXPECT_EQ(chapters::resident_warps(90, 168, 64), 12u);
  EXPECT_EQ(chapters::resident_warps(90, 168, 256), 8u);  // eight warps a group: one group, not 1.5
  EXPECT_EQ(chapters::resident_warps(90, 1, 32), 64u);    // the unit holds no more
  EXPECT_EQ(chapters::resident_warps(75, 32, 256), 0u);   // another unit
  EXPECT_EQ(chapters::resident_warps(90, 0, 256), 0u);
}

}  // namespace
