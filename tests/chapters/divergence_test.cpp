// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 13: its sorting networks by the 0-1 principle, the rules of select, the blend's trap, and
// what the lens counts where lanes take different ways.
#include "13_divergence/divergence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <regex>

#include "wb/instruments.hpp"

namespace {

using testing::HasSubstr;

// <network>
using Network = std::vector<std::pair<int, int>>;

// The network as the kernel has it: its X(a, b) in their order.
Network network_of(const std::string& kernel) {
  std::ifstream file(KERNELS + ("/13_divergence/" + kernel));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  static const std::regex kExchange(R"(X\((\d+), (\d+)\))");
  Network network;
  for (std::sregex_iterator it(text.begin(), text.end(), kExchange), end; it != end; ++it) {
    network.emplace_back(std::stoi((*it)[1]), std::stoi((*it)[2]));
  }
  return network;
}

// Whether place count / 2 ends up with the median for every input of zeros and ones, and so, by the
// 0-1 principle, for every input. 64 inputs at a time: min is "and", max is "or".
bool finds_median(const Network& network, unsigned count) {
  static constexpr std::uint64_t kLow[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC,
                                           0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00,
                                           0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  std::array<std::uint64_t, 32>
      at_least{};  // [t]: inputs with t or more ones in the first six places
  for (unsigned t = 0; t < at_least.size(); ++t) {
    for (unsigned input = 0; input < 64; ++input) {
      at_least[t] |= std::uint64_t{unsigned(std::popcount(input)) >= t} << input;
    }
  }
  const std::uint32_t words = 1u << (count - 6), middle = count / 2;
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::uint32_t word = (i * 2654435761u) & (words - 1);  // all of them, well mixed
    std::array<std::uint64_t, 25> p{};
    for (unsigned k = 0; k < count; ++k)
      p[k] = k < 6 ? kLow[k] : -std::uint64_t{word >> (k - 6) & 1};
    for (const auto& [a, b] : network) {
      const std::uint64_t low = p[a] & p[b];
      p[b] |= p[a];
      p[a] = low;
    }
    const unsigned ones = unsigned(std::popcount(word));
    if (p[middle] != at_least[ones > middle ? 0 : middle + 1 - ones]) return false;
  }
  return true;
}
// </network>

TEST(Networks, FindTheMedianOfEveryInput) {
  for (const char* kernel : {"median9.cl", "inside_edge.cl", "cpu9.cl"}) {
    const Network network = network_of(kernel);
    EXPECT_EQ(network.size(), 19u) << kernel;
    EXPECT_TRUE(finds_median(network, 9)) << kernel;
  }
  for (const char* kernel : {"median25.cl", "cpu25.cl"}) {
    const Network network = network_of(kernel);
    EXPECT_EQ(network.size(), 103u) << kernel;
    EXPECT_TRUE(finds_median(network, 25)) << kernel;
  }
}

// So the test can fail, and nothing in the lists is idle.
TEST(Networks, NeedEachOfTheirExchanges) {
  for (const auto& [kernel, count] : {std::pair{"median9.cl", 9u}, std::pair{"median25.cl", 25u}}) {
    const Network network = network_of(kernel);
    for (std::size_t i = 0; i < network.size(); ++i) {
      Network shorter = network;
      shorter.erase(shorter.begin() + std::ptrdiff_t(i));
      EXPECT_FALSE(finds_median(shorter, count)) << kernel << ", without exchange " << i;
    }
  }
}

wb::Verdict values(const wb::Experiment& experiment, const std::string& variant,
                   const wb::Size& size, wb::DataKind kind) {
  wb::Session session("");
  wb::PreparedProblem prepared(experiment, size, kind, 1);
  wb::LoadedVariant loaded(session, prepared, *experiment.find(variant));
  loaded.reset();
  loaded.enqueue();
  return loaded.verify();
}

TEST(Select, FollowsItsRules) {
  const wb::Verdict verdict =
      values(chapters::select_rules(), "rules", {1}, wb::DataKind::kIntegers);
  EXPECT_TRUE(verdict.ok) << verdict.message;
}

// The reader who takes a vector's 1 for true is told so.
TEST(Select, OneIsFalseInAVector) {
  wb::Experiment rules = chapters::select_rules();
  const auto right = rules.reference;
  rules.reference = [right](const wb::Problem& problem, std::size_t output) {
    wb::Expected expected = right(problem, output);
    expected.value[5] = 1;
    return expected;
  };
  const wb::Verdict verdict = values(rules, "rules", {1}, wb::DataKind::kIntegers);
  EXPECT_THAT(verdict.message, HasSubstr("out[5]: got 0, expected 1"));
}

TEST(Blend, IsWrongForInfinitiesAndForNothingElse) {
  const wb::Experiment blends = chapters::blends();
  EXPECT_TRUE(values(blends, "blend", {1000}, wb::DataKind::kUniform).ok);
  EXPECT_TRUE(values(blends, "select", {1000}, wb::DataKind::kSpecial).ok);
  const wb::Verdict verdict = values(blends, "blend", {1000}, wb::DataKind::kSpecial);
  EXPECT_THAT(verdict.message, HasSubstr("nan, expected"));
  const wb::Problem problem = blends.make({1000}, wb::DataKind::kSpecial, 1);
  std::size_t infinities = 0;
  for (const float x : problem.input("in").as<float>()) infinities += std::isinf(x) ? 1 : 0;
  EXPECT_GT(infinities, 0u);
  EXPECT_EQ(verdict.faults, infinities);
}

// ---------------------------------------------------------------------------------------------
// The lens

wb::LensOutcome counted(const wb::Experiment& experiment, const std::string& variant) {
  return wb::lens(CHAPTER, experiment, *experiment.find(variant), experiment.lens_size, {});
}

wb::LensCounts sum(const wb::LensOutcome& outcome) {
  wb::LensCounts counts;
  for (const wb::LensKernel& kernel : outcome.report.kernels) counts += kernel.counts;
  return counts;
}

// Lanes that were on, over lanes, in the multiply-adds of the two bodies alone.
std::vector<double> efficiency_of_bodies(const wb::LensOutcome& outcome) {
  std::vector<double> found;
  for (const wb::LensKernel& kernel : outcome.report.kernels) {
    std::istringstream source(kernel.source);
    std::string text;
    for (unsigned number = 1; std::getline(source, text); ++number) {
      if (text.find("v = v *") == std::string::npos) continue;
      for (const wb::LensLine& line : kernel.lines) {
        if (line.line == number) found.push_back(line.counts.simt_efficiency(32));
      }
    }
  }
  return found;
}

TEST(Efficiency, IsAHalfInsideBothBodiesOfABranch) {
  const wb::LensOutcome branch = counted(chapters::parity(), "branch");
  EXPECT_EQ(branch.status, "ok") << branch.reason;
  EXPECT_EQ(efficiency_of_bodies(branch), (std::vector<double>{0.5, 0.5}));
  const wb::LensOutcome halves = counted(chapters::parity(), "by half a group");
  EXPECT_EQ(efficiency_of_bodies(halves), (std::vector<double>{1, 1}));
  // What a warp issues is what it pays for: the regrouped kernel issues half as much.
  const double ratio =
      double(sum(branch).warp_instructions) / double(sum(halves).warp_instructions);
  EXPECT_NEAR(ratio, 2, 0.05);
}

TEST(Efficiency, OfBothAndSelectIsOneThoughHalfIsThrownAway) {
  const wb::LensCounts branch = sum(counted(chapters::parity(), "branch"));
  const wb::LensCounts both = sum(counted(chapters::parity(), "both, select"));
  EXPECT_EQ(both.simt_efficiency(32), 1);
  EXPECT_EQ(both.flops.fma, 2 * branch.flops.fma);
  EXPECT_NEAR(double(both.warp_instructions) / double(branch.warp_instructions), 1, 0.05);
}

TEST(Efficiency, FallsWithTheNumberOfWays) {
  for (const int ways : {1, 2, 4, 8, 16, 32}) {
    const wb::LensCounts counts = sum(counted(chapters::ways(), "ways " + std::to_string(ways)));
    EXPECT_GE(counts.simt_efficiency(32), 1.0 / ways) << ways;
    EXPECT_LE(counts.simt_efficiency(32), 1.0 / ways + 0.02) << ways;
  }
}

TEST(Efficiency, OfAShortBranchIsOneBecauseTheCompilerTookItAway) {
  const wb::Experiment bodies = chapters::short_bodies();
  EXPECT_EQ(sum(counted(bodies, "branch, 1 step")).simt_efficiency(32), 1);
  EXPECT_LT(sum(counted(bodies, "branch, 4 steps")).simt_efficiency(32), 0.7);
}

}  // namespace
