// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "wb/error.hpp"

namespace {

using wb::Array;
using wb::DataKind;
using wb::Type;

constexpr std::size_t kSerial = 1000;      // filled by one thread
constexpr std::size_t kParallel = 200000;  // filled by all of them

Array filled(Type type, std::size_t count, DataKind kind, std::uint64_t seed) {
  Array array("x", type, {count});
  wb::fill(array, kind, seed);
  return array;
}

constexpr Type kAllTypes[] = {Type::kFloat, Type::kDouble, Type::kInt,   Type::kUint,
                              Type::kUchar, Type::kLong,   Type::kUlong, Type::kUshort};
constexpr DataKind kAllKinds[] = {DataKind::kIntegers, DataKind::kUniform, DataKind::kSpecial};

TEST(Mix, IsSplitmix64AtSeedZero) {
  // The first outputs of the published generator started at 0.
  EXPECT_EQ(wb::mix(0, 0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(wb::mix(0, 1), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(wb::mix(0, 2), 0x06c45d188009454fu);
}

TEST(Fill, AnElementDependsOnSeedAndPositionOnly) {
  for (const Type type : kAllTypes) {
    for (const DataKind kind : kAllKinds) {
      const Array shorter = filled(type, kSerial, kind, 7),
                  longer = filled(type, kParallel, kind, 7);
      ASSERT_TRUE(std::equal(shorter.bytes.begin(), shorter.bytes.end(), longer.bytes.begin()));
      EXPECT_EQ(longer.bytes, filled(type, kParallel, kind, 7).bytes);
      EXPECT_NE(longer.bytes, filled(type, kParallel, kind, 8).bytes);
    }
  }
}

TEST(Fill, PositionsDiffer) {
  const Array array = filled(Type::kFloat, kParallel, DataKind::kUniform, 1);
  const std::set<float> distinct(array.as<float>().begin(), array.as<float>().end());
  EXPECT_GT(distinct.size(), kParallel * 9 / 10);
  // No short period either: a kernel that reads its neighbour, or the next row, must not pass.
  for (const std::size_t shift : {1, 2, 16, 32, 256, 1024}) {
    std::size_t equal = 0;
    for (std::size_t i = 0; i + shift < kParallel; ++i) {
      equal += array.as<float>()[i] == array.as<float>()[i + shift];
    }
    EXPECT_LT(equal, 20u) << "shift " << shift;
  }
}

TEST(Fill, UniformFloatsFillTheIntervalAndAreExact) {
  const Array array = filled(Type::kFloat, kParallel, DataKind::kUniform, 3);
  double sum = 0;
  float least = 1, most = -1;
  for (const float value : array.as<float>()) {
    ASSERT_GE(value, -1.0f);
    ASSERT_LT(value, 1.0f);
    ASSERT_EQ(std::round(value * 0x1p23), value * 0x1p23);
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_LT(std::abs(sum / kParallel), 0.01);
  EXPECT_LT(least, -0.999f);
  EXPECT_GT(most, 0.999f);
}

TEST(Fill, IntegersAreSmallAndAllSevenOccur) {
  std::map<float, int> histogram;
  const Array array = filled(Type::kFloat, kParallel, DataKind::kIntegers, 3);
  for (const float value : array.as<float>()) ++histogram[value];
  ASSERT_EQ(histogram.size(), 7u);
  EXPECT_EQ(histogram.begin()->first, -3);
  EXPECT_EQ(histogram.rbegin()->first, 3);
}

TEST(Fill, SpecialDataHoldsEveryClassOnceInSixteen) {
  const Array array = filled(Type::kFloat, kParallel, DataKind::kSpecial, 5);
  std::size_t nan = 0, plus = 0, minus = 0, zero = 0, negative_zero = 0, subnormal = 0;
  for (const float value : array.as<float>()) {
    nan += std::isnan(value);
    plus += value == std::numeric_limits<float>::infinity();
    minus += value == -std::numeric_limits<float>::infinity();
    zero += value == 0 && !std::signbit(value);
    negative_zero += value == 0 && std::signbit(value);
    subnormal += std::fpclassify(value) == FP_SUBNORMAL;
  }
  for (const std::size_t count : {nan, plus, minus, zero, negative_zero, subnormal}) {
    EXPECT_NEAR(static_cast<double>(count), kParallel / 16.0 / 6, kParallel / 16.0 / 6 * 0.2);
  }
  for (std::size_t i = 0; i < kParallel; ++i) ASSERT_FALSE(wb::is_poison(array, i));
}

TEST(Poison, IsSeenInEveryElementOfEveryType) {
  for (const Type type : kAllTypes) {
    Array array("x", type, {5});
    wb::poison(array);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(wb::is_poison(array, i));
    array.bytes[3 * wb::bytes_of(type)] ^= std::byte{1};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(wb::is_poison(array, i), i != 3);
  }
}

TEST(Poison, IsANanOfItsOwn) {
  Array array("x", Type::kFloat, {2});
  wb::poison(array);
  EXPECT_TRUE(std::isnan(array.as<float>()[0]));
  array.as<float>()[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(wb::is_poison(array, 1));
  volatile float zero = 0;
  array.as<float>()[1] = zero / zero;
  EXPECT_FALSE(wb::is_poison(array, 1));
}

TEST(ParallelFor, TouchesEachIndexOnce) {
  for (const std::size_t count : {0, 1, 100, (1 << 14) - 1, 1 << 14, 100003}) {
    std::vector<std::atomic<int>> touched(count);
    wb::parallel_for(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++touched[i];
    });
    EXPECT_TRUE(std::all_of(touched.begin(), touched.end(), [](const auto& n) { return n == 1; }))
        << count;
  }
}

TEST(Array, KnowsItsShapeAndReadsEveryType) {
  Array array("m", Type::kInt, {3, 4});
  EXPECT_EQ(array.count(), 12u);
  EXPECT_EQ(array.bytes.size(), 48u);
  array.as<std::int32_t>()[7] = -5;
  EXPECT_EQ(array.value(7), -5);
  Array bytes("b", Type::kUchar, {2});
  bytes.as<std::uint8_t>()[1] = 200;
  EXPECT_EQ(bytes.value(1), 200);
  EXPECT_EQ(Array("empty", Type::kFloat, {0}).count(), 0u);
}

TEST(DataKind, IsParsedOrRefusedByName) {
  EXPECT_EQ(wb::parse_data_kind("integers"), DataKind::kIntegers);
  EXPECT_EQ(wb::parse_data_kind("uniform"), DataKind::kUniform);
  EXPECT_EQ(wb::parse_data_kind("special"), DataKind::kSpecial);
  EXPECT_THROW(wb::parse_data_kind("random"), wb::UsageError);
}

}  // namespace
