// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 16's yardsticks: places among floats, halves, strides, and what counts as an error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/process.hpp"

namespace {

using chapters::ordinal;

std::int32_t place(float value) {
  return static_cast<std::int32_t>(ordinal(value));
}

TEST(Ordinal, OfAFloatIsItsBits) {
  for (const float f : {0.0f, 0x1p-149f, 0x1p-126f, 0.7f, 1.0f, 1.5f, 3e38f}) {
    EXPECT_EQ(ordinal(f), std::bit_cast<std::int32_t>(f)) << f;
    EXPECT_EQ(ordinal(-f), -ordinal(f)) << f;
  }
  EXPECT_EQ(ordinal(INFINITY), 0x7f800000);
  EXPECT_EQ(ordinal(1e300), 0x7f800000);
  EXPECT_EQ(ordinal(NAN), chapters::kNotANumber);
}

TEST(Ordinal, BetweenFloatsIsBetweenTheirPlaces) {
  const double next = std::nextafter(1.0f, 2.0f);
  EXPECT_DOUBLE_EQ(ordinal(0.25 + 0.75 * next) - ordinal(1), 0.75);
  EXPECT_DOUBLE_EQ(ordinal(0x1p-150), 0.5);
}

TEST(Ordinal, NeighboursAreOneApartAcrossBinades) {
  for (float f : {0x1p-126f, 1.0f, 2.0f, 1e30f}) {
    EXPECT_EQ(ordinal(f) - ordinal(std::nextafter(f, 0.0f)), 1) << f;
  }
}

TEST(Half, RoundsToNearestEvenAndBack) {
  EXPECT_EQ(chapters::to_half(1), 0x3c00);
  EXPECT_EQ(chapters::to_half(-2), 0xc000);
  EXPECT_EQ(chapters::to_half(1 + 0x1p-11f), 0x3c00);      // a tie: even is below
  EXPECT_EQ(chapters::to_half(1 + 3 * 0x1p-11f), 0x3c02);  // a tie: even is above
  EXPECT_EQ(chapters::to_half(std::nextafter(1 + 0x1p-11f, 2.0f)), 0x3c01);
  EXPECT_EQ(chapters::to_half(0x1p-24f), 1);
  EXPECT_EQ(chapters::to_half(0x1p-26f), 0);
  EXPECT_EQ(chapters::to_half(65504), 0x7bff);
  EXPECT_EQ(chapters::to_half(65520), 0x7c00);
  EXPECT_EQ(chapters::to_half(2047.9f), 0x6800);  // up into the next binade
  for (std::uint32_t bits = 0; bits <= 0x7c00; ++bits) {
    EXPECT_EQ(chapters::to_half(chapters::from_half(static_cast<std::uint16_t>(bits))), bits);
  }
}

TEST(Accuracy, StrideReachesEveryExponentAndNeverRepeats) {
  for (const std::size_t n : {1, 63, 4097, 1 << 20}) {
    EXPECT_EQ(chapters::stride_of(n) % 2, 1u);
    EXPECT_LE(std::uint64_t(chapters::stride_of(n)) * n, (std::uint64_t{1} << 32) + n);
  }
  std::set<std::uint32_t> exponents;
  const std::uint32_t stride = chapters::stride_of(4097);
  for (std::uint32_t i = 0; i < 4097; ++i) exponents.insert(i * stride >> 23);
  EXPECT_EQ(exponents.size(), 512u);  // both signs
}

// An exact result, one off by three places, a NaN, a flushed subnormal, a wrong special value: each
// must be counted where it belongs.
TEST(Accuracy, CountsEachKindOfErrorInItsPlace) {
  const auto counted = [](float x, std::int32_t result) {
    chapters::UlpCount count;
    chapters::count_ulps("sqrt", std::bit_cast<std::uint32_t>(x), 1, {&result, 1}, count);
    return count;
  };
  EXPECT_EQ(counted(4, place(2)).worst, 0);
  const chapters::UlpCount off = counted(4, place(2) + 3);
  EXPECT_EQ(off.worst, 3);
  EXPECT_EQ(off.worst_x, 4);
  EXPECT_EQ(off.mean(), 3);
  EXPECT_EQ(counted(4, place(NAN)).no_number, 1u);
  EXPECT_EQ(counted(4, place(NAN)).ordinary, 0u);
  EXPECT_EQ(counted(-4, place(NAN)).special_wrong, 0u);
  EXPECT_EQ(counted(-4, place(0)).special_wrong, 1u);
  EXPECT_EQ(counted(INFINITY, place(INFINITY)).special_wrong, 0u);
  EXPECT_EQ(counted(0x1p-140f, place(0x1p-70f)).subnormal_wrong, 0u);
  EXPECT_EQ(counted(0x1p-140f, place(0)).subnormal_wrong, 1u);
}

// A function that is outside of its bound must not pass as right.
TEST(Accuracy, ResultBeyondTheStandardsBoundIsWrong) {
  const wb::Experiment accuracy = chapters::accuracy();
  wb::Variant rough = *accuracy.find("exp");
  rough.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) {
    wb::Plan plan = chapters::accuracy().find("exp")->plan(size, facts);
    plan.launches[0].options = "-DOP=exp2 -DAPPLY=ONE -DY=ANY";
    return plan;
  };
  wb::Session session("");
  wb::PreparedProblem prepared(accuracy, {4097}, wb::DataKind::kUniform, 1);
  wb::LoadedVariant wrong(session, prepared, rough),
      right(session, prepared, *accuracy.find("exp"));
  wrong.enqueue();
  right.enqueue();
  EXPECT_FALSE(wrong.verify().ok);
  EXPECT_TRUE(right.verify().ok);
}

TEST(Switches, PlainBuildKeepsWhatTheStandardSays) {
  wb::Session session("");
  const auto results = chapters::try_switches(session);
  const auto& names = chapters::switch_names();
  const auto value = [&](const std::string& name) {
    const auto at = std::find(names.begin(), names.end(), name);
    EXPECT_NE(at, names.end()) << name;
    return results[0].values.at(static_cast<std::size_t>(at - names.begin()));
  };
  EXPECT_EQ(value("isnan(NaN)"), 1);
  EXPECT_EQ(value("isinf(inf)"), 1);
  EXPECT_TRUE(std::isnan(value("inf - inf")));
  EXPECT_TRUE(std::isnan(value("NaN * 0")));
  EXPECT_EQ(value("1 / (-0 + 0)"), INFINITY);
  EXPECT_EQ(value("(2^24 + 1) - 2^24"), 0);
  EXPECT_EQ(value("exp(100)"), INFINITY);
  EXPECT_EQ(value("fmax(NaN, 1)"), 1);
  for (const auto& result : results) {
    EXPECT_EQ(result.values.size(), names.size()) << result.options;
  }
}

// An article that circulates calls half_ and native_ suffixes.
TEST(Names, HalfAndNativeArePrefixes) {
  wb::Session session("");
  const auto builds = [&](const std::string& call) {
    cl::Program program(session.context(),
                        "__kernel void f(__global float* x) { x[0] = " + call + "(x[0]); }");
    return clBuildProgram(program(), 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS;
  };
  for (const char* name : {"native_sin", "half_sin", "native_exp", "half_exp"}) {
    EXPECT_TRUE(builds(name)) << name;
  }
  for (const char* name : {"sin_native", "sin_half", "exp_native", "exp_half"}) {
    EXPECT_FALSE(builds(name)) << name;
  }
}

wb::ProcessResult ulp(std::vector<std::string> arguments) {
  wb::Command command;
  command.argv = {ULP};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  return wb::run_process(command);
}

TEST(Ulp, CountsThePatternsThatWereAskedFor) {
  const wb::ProcessResult result = ulp({"sqrt", "1000003"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  // 4295 patterns: half of them negative, so NaN; 1 in 128 with exponent zero or all ones.
  EXPECT_THAT(result.out, testing::HasSubstr("special values"));
  EXPECT_THAT(result.out, testing::HasSubstr("wrong 0"));
}

TEST(Ulp, RefusesWhatItDoesNotKnow) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {}, {"cosine"}, {"exp", "0"}, {"exp", "x"}, {"exp", "1", "2"}}) {
    EXPECT_EQ(ulp(arguments).exit_code, 2);
  }
}

}  // namespace
