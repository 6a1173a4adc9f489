// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "wb/error.hpp"

namespace {

using testing::HasSubstr;
using wb::Array;
using wb::Expected;
using wb::Type;
using wb::Verdict;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Array floats(const std::vector<double>& values) {
  Array array("C", Type::kFloat, {values.size()});
  for (std::size_t i = 0; i < values.size(); ++i)
    array.as<float>()[i] = static_cast<float>(values[i]);
  return array;
}

bool passes(double got, double expected, double tolerance = 0.1) {
  return wb::compare(floats({got}), {.value = {expected}, .scale = {}, .tolerance = tolerance}).ok;
}

TEST(Compare, NanMeetsNanOnly) {
  EXPECT_TRUE(passes(kNan, kNan));
  EXPECT_FALSE(passes(kNan, 1));
  EXPECT_FALSE(passes(1, kNan));
  EXPECT_FALSE(passes(kNan, kInfinity));
  EXPECT_FALSE(passes(kInfinity, kNan));
}

TEST(Compare, InfinityMeetsTheSameInfinityOnly) {
  EXPECT_TRUE(passes(kInfinity, kInfinity));
  EXPECT_TRUE(passes(-kInfinity, -kInfinity));
  EXPECT_FALSE(passes(kInfinity, -kInfinity));
  EXPECT_FALSE(passes(-kInfinity, kInfinity));
  EXPECT_FALSE(passes(kInfinity, 1));
  EXPECT_FALSE(passes(std::numeric_limits<float>::max(), kInfinity));
}

TEST(Compare, PoisonIsNoResultEvenWhereNanIsExpected) {
  Array array("C", Type::kFloat, {2});
  wb::poison(array);
  const Verdict verdict = wb::compare(array, {.value = {kNan, 1}, .scale = {}, .tolerance = 1});
  EXPECT_EQ(verdict.faults, 2u);
  EXPECT_EQ(verdict.first[0].note, "never written");
  EXPECT_THAT(verdict.message, HasSubstr("never written"));
}

TEST(Compare, ToleranceIsRelativeAndInclusive) {
  EXPECT_TRUE(passes(1.125, 1, 0.125));
  EXPECT_TRUE(passes(0.875, 1, 0.125));
  EXPECT_FALSE(passes(std::nextafter(1.125f, 2.0f), 1, 0.125));
  EXPECT_FALSE(passes(std::nextafter(0.875f, 0.0f), 1, 0.125));
  EXPECT_TRUE(passes(112.5, 100, 0.125));
  EXPECT_FALSE(passes(0.125, 0, 0.125)) << "nothing is close to zero, relatively";
}

TEST(Compare, ToleranceZeroAsksForEquality) {
  EXPECT_TRUE(passes(1, 1, 0));
  EXPECT_FALSE(passes(std::nextafter(1.0f, 2.0f), 1, 0));
  EXPECT_TRUE(passes(-0.0, 0.0, 0)) << "the signs of zeros are not compared";
}

TEST(Compare, ScaleReplacesTheMagnitude) {
  const auto verdict = [](double got) {
    return wb::compare(floats({got}), {.value = {0}, .scale = {8}, .tolerance = 0.125});
  };
  EXPECT_TRUE(verdict(1).ok);
  EXPECT_TRUE(verdict(-1).ok);
  EXPECT_FALSE(verdict(std::nextafter(1.0f, 2.0f)).ok);
  EXPECT_DOUBLE_EQ(verdict(1).max_relative_error, 0.125);
}

TEST(Compare, ListsTheFirstFiveOfAllFaults) {
  std::vector<double> got(12, 1);
  for (std::size_t i = 2; i < 10; ++i) got[i] = 3;
  const Verdict verdict = wb::compare(
      floats(got), {.value = std::vector<double>(12, 1), .scale = {}, .tolerance = 0.5});
  EXPECT_FALSE(verdict.ok);
  EXPECT_EQ(verdict.faults, 8u);
  ASSERT_EQ(verdict.first.size(), 5u);
  EXPECT_EQ(verdict.first[0].index, 2u);
  EXPECT_EQ(verdict.first[4].index, 6u);
  EXPECT_THAT(verdict.message, HasSubstr("8 of 12 elements of C are wrong"));
  EXPECT_THAT(verdict.message, HasSubstr("C[6]: got 3, expected 1"));
  EXPECT_THAT(verdict.message, testing::Not(HasSubstr("C[7]")));
  EXPECT_THAT(verdict.message, HasSubstr("..."));
}

TEST(Compare, ReportsTheLargestRelativeErrorOfWhatPassed) {
  const Verdict verdict = wb::compare(floats({1.0, 2.25, 4.0}),
                                      {.value = {1, 2, kInfinity}, .scale = {}, .tolerance = 0.5});
  EXPECT_DOUBLE_EQ(verdict.max_relative_error, 0.125);
  EXPECT_EQ(verdict.faults, 1u);
}

TEST(Compare, IntegersAreExact) {
  Array array("n", Type::kUint, {2});
  array.as<std::uint32_t>()[0] = 4294967295u;
  array.as<std::uint32_t>()[1] = 7;
  EXPECT_TRUE(wb::compare(array, {.value = {4294967295.0, 7}, .scale = {}, .tolerance = 0}).ok);
  EXPECT_FALSE(wb::compare(array, {.value = {4294967294.0, 7}, .scale = {}, .tolerance = 0}).ok);
}

TEST(Compare, AReferenceOfAnotherLengthIsAnError) {
  EXPECT_THROW(wb::compare(floats({1, 2}), {.value = {1}, .scale = {}, .tolerance = 0}), wb::Error);
  EXPECT_THROW(wb::compare(floats({1, 2}), {.value = {1, 2}, .scale = {1}, .tolerance = 0}),
               wb::Error);
}

TEST(ElementName, FollowsTheShape) {
  EXPECT_EQ(wb::element_name(Array("C", Type::kFloat, {4, 20}), 77), "C[3][17]");
  EXPECT_EQ(wb::element_name(Array("v", Type::kFloat, {9}), 8), "v[8]");
  EXPECT_EQ(wb::element_name(Array("t", Type::kFloat, {2, 3, 4}), 23), "t[1][2][3]");
}

TEST(Roundings, IsHalfAnUlpEach) {
  EXPECT_EQ(wb::roundings(1), std::ldexp(1.0, -24));
  EXPECT_EQ(wb::roundings(100), 100 * wb::roundings(1));
}

}  // namespace
