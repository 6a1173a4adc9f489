// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/instruments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "wb/error.hpp"

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using wb::Array;
using wb::Type;

constexpr std::size_t kCount = 37;

wb::Session& session() {
  static wb::Session one;
  return one;
}

// y = 2x over n floats.
wb::Experiment doubling(bool in_place = false) {
  wb::Experiment experiment;
  experiment.name = "doubling";
  experiment.dimensions = {"n"};
  experiment.make = [in_place](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {Array("x", Type::kFloat, {size[0]})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {Array(in_place ? "x" : "y", Type::kFloat, {size[0]}, CL_MEM_READ_WRITE)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      expected.value.push_back(2 * problem.inputs[0].value(i));
    }
    return expected;
  };
  experiment.work = [](const wb::Size& size) {
    return wb::Work{.flops = double(size[0]), .bytes = 8.0 * double(size[0])};
  };
  return experiment;
}

wb::Variant variant(const std::string& file, const std::string& entry, std::vector<wb::Arg> args) {
  return {.name = entry, .idea = "", .plan = [=](const wb::Size& size, const wb::DeviceFacts&) {
            return wb::Plan{{{.kernel = file,
                              .entry = entry,
                              .options = "",
                              .args = args,
                              .global = cl::NDRange(wb::round_up(size[0], 16)),
                              .local = cl::NDRange(16)}}};
          }};
}

wb::Variant doubler(const std::string& entry, const std::string& file = "") {
  return variant((file.empty() ? entry : file) + ".cl", entry,
                 {wb::as_int(kCount), wb::Arg("x"), wb::Arg("y")});
}

wb::Verdict run(const wb::Variant& what, const wb::Experiment& experiment = doubling(),
                wb::DataKind kind = wb::DataKind::kUniform) {
  wb::PreparedProblem prepared(experiment, {kCount}, kind, 1);
  wb::LoadedVariant loaded(session(), prepared, what);
  loaded.enqueue();
  return loaded.verify();
}

template <class E = wb::Error, class F>
std::string thrown(F&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return "";
}

// ---------------------------------------------------------------------------------------------
// verify

TEST(Verify, ARightKernelPassesOnEveryKindOfData) {
  for (const auto kind :
       {wb::DataKind::kIntegers, wb::DataKind::kUniform, wb::DataKind::kSpecial}) {
    const wb::Verdict verdict = run(doubler("twice"), doubling(), kind);
    EXPECT_TRUE(verdict.ok) << verdict.message;
    EXPECT_EQ(verdict.max_relative_error, 0);
  }
}

TEST(Verify, WritingPastTheEndIsSeenThoughEveryElementIsRight) {
  const wb::Verdict verdict = run(doubler("past_the_end"));
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.message,
              HasSubstr("past_the_end wrote past the end of the 37 elements of y"));
}

TEST(Verify, WritingBeforeTheStartIsSeenThoughEveryElementIsRight) {
  const wb::Verdict verdict = run(doubler("before_the_start"));
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.message, HasSubstr("before the start"));
}

TEST(Verify, WritingNothingIsSeenAlsoWhereAnEarlierKernelWasRight) {
  EXPECT_TRUE(run(doubler("twice")).ok);
  const wb::Verdict verdict = run(doubler("nothing"));
  EXPECT_EQ(verdict.faults, kCount);
  EXPECT_THAT(verdict.message, HasSubstr("never written"));
}

TEST(Verify, WritingHalfIsSeenFromTheFirstMissingElement) {
  const wb::Verdict verdict = run(doubler("first_half", "half"));
  EXPECT_EQ(verdict.faults, kCount - kCount / 2);
  EXPECT_THAT(verdict.message, HasSubstr("y[18]: got nan"));
}

TEST(Verify, NanPassesForNoNumber) {
  const wb::Verdict verdict = run(doubler("not_a_number"));
  EXPECT_EQ(verdict.faults, kCount);
  EXPECT_THAT(verdict.message, testing::Not(HasSubstr("never written")));
}

TEST(Verify, AnOutputInPlaceStartsAsItsInputAndIsRestored) {
  const wb::Experiment experiment = doubling(true);
  wb::PreparedProblem prepared(experiment, {kCount}, wb::DataKind::kUniform, 1);
  wb::LoadedVariant loaded(session(), prepared,
                           variant("in_place.cl", "in_place", {wb::as_int(kCount), wb::Arg("x")}));
  loaded.enqueue();
  EXPECT_TRUE(loaded.verify().ok);
  loaded.enqueue();
  EXPECT_FALSE(loaded.verify().ok) << "doubled twice";
  loaded.reset();
  loaded.enqueue();
  EXPECT_TRUE(loaded.verify().ok) << "reset() restores the input";
}

TEST(Verify, ResetPoisonsAgain) {
  wb::PreparedProblem prepared(doubling(), {kCount}, wb::DataKind::kUniform, 1);
  wb::LoadedVariant loaded(session(), prepared, doubler("twice"));
  loaded.enqueue();
  EXPECT_TRUE(loaded.verify().ok);
  loaded.reset();
  EXPECT_EQ(loaded.verify().faults, kCount);
}

TEST(Verify, EveryOutputIsJudged) {
  wb::Experiment experiment = doubling();
  experiment.make = [make = experiment.make](const wb::Size& size, wb::DataKind kind,
                                             std::uint64_t seed) {
    wb::Problem problem = make(size, kind, seed);
    problem.outputs.emplace_back("z", Type::kFloat, size, CL_MEM_READ_WRITE);
    return problem;
  };
  const wb::Verdict verdict = run(doubler("twice"), experiment);
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.message, HasSubstr("37 of 37 elements of z"));
}

TEST(Verify, ACheckOfItsOwnDecidesOrLeavesItToTheReference) {
  wb::Experiment experiment = doubling();
  experiment.check = [](const wb::Problem&, const std::vector<Array>& outputs) {
    wb::Verdict verdict;
    verdict.ok = false;
    verdict.message = "judged " + outputs.at(0).name;
    return std::optional(verdict);
  };
  EXPECT_EQ(run(doubler("twice"), experiment).message, "judged y");
  experiment.check = [](const wb::Problem&, const std::vector<Array>&) {
    return std::optional<wb::Verdict>();
  };
  EXPECT_TRUE(run(doubler("twice"), experiment).ok);
}

// ---------------------------------------------------------------------------------------------
// what cannot be loaded

TEST(Load, ATooShortOrTooLongListOfArgumentsGivesBothCounts) {
  EXPECT_THAT(thrown([] {
                run(variant("twice.cl", "twice", {wb::Arg(cl_int(37)), wb::Arg("x")}));
              }),
              HasSubstr("twice takes 3 arguments, the launch gives 2"));
  EXPECT_THAT(thrown([] {
                run(variant("twice.cl", "twice",
                            {wb::Arg(cl_int(37)), wb::Arg("x"), wb::Arg("y"), wb::Arg("y")}));
              }),
              HasSubstr("takes 3 arguments, the launch gives 4"));
}

TEST(Load, AnArgumentOfTheWrongSizeNamesKernelIndexAndSize) {
  EXPECT_THAT(
      thrown([] {
        run(variant("twice.cl", "twice", {wb::Arg(cl_ulong(37)), wb::Arg("x"), wb::Arg("y")}));
      }),
      AllOf(HasSubstr("twice, argument 0"), HasSubstr("8 bytes"),
            HasSubstr("CL_INVALID_ARG_SIZE")));
}

TEST(Load, ABufferThatDoesNotExistIsNamed) {
  EXPECT_THAT(
      thrown([] {
        run(variant("twice.cl", "twice", {wb::Arg(cl_int(37)), wb::Arg("x"), wb::Arg("w")}));
      }),
      AllOf(HasSubstr("argument 2"), HasSubstr("\"w\"")));
}

TEST(Load, AWrongEntryListsWhatTheFileHas) {
  EXPECT_THAT(thrown([] { run(variant("twice.cl", "thrice", {})); }),
              AllOf(HasSubstr("\"thrice\""), HasSubstr("it has: twice")));
}

TEST(Load, WhatTheDeviceCannotRunIsSkippedWithTheReason) {
  wb::Variant needy = doubler("twice");
  needy.needs = [](const wb::DeviceFacts&, const wb::Size&) { return std::string("needs wings"); };
  EXPECT_EQ(thrown<wb::Skipped>([&] { run(needy); }), "needs wings");
}

TEST(Load, ABufferAboveTheDevicesLimitIsRefusedBeforeItIsAllocated) {
  wb::Variant greedy = doubler("twice");
  greedy.plan = [plan = greedy.plan](const wb::Size& size, const wb::DeviceFacts& facts) {
    wb::Plan changed = plan(size, facts);
    changed.scratch = {{.name = "huge", .bytes = facts.max_allocation_bytes + 1}};
    return changed;
  };
  EXPECT_THAT(thrown([&] { run(greedy); }), AllOf(HasSubstr("huge"), HasSubstr("--size")));
}

TEST(Load, BuffersAboveTheDevicesMemoryTogetherAreRefused) {
  wb::Variant greedy = doubler("twice");
  greedy.plan = [plan = greedy.plan](const wb::Size& size, const wb::DeviceFacts& facts) {
    wb::Plan changed = plan(size, facts);
    const std::size_t parts = facts.global_memory_bytes / facts.max_allocation_bytes + 1;
    for (std::size_t i = 0; i < parts; ++i) {
      changed.scratch.push_back({.name = "part", .bytes = facts.max_allocation_bytes});
    }
    return changed;
  };
  EXPECT_THAT(thrown([&] { run(greedy); }), HasSubstr("together"));
}

TEST(Load, AKernelInt) {
  EXPECT_EQ(wb::as_int(2147483647), 2147483647);
  EXPECT_THROW(wb::as_int(std::size_t{2147483648}), wb::UsageError);
  EXPECT_EQ(wb::round_up(1, 16), 16u);
  EXPECT_EQ(wb::round_up(16, 16), 16u);
  EXPECT_EQ(wb::round_up(17, 16), 32u);
}

// ---------------------------------------------------------------------------------------------
// time

TEST(Summarise, TakesTheMiddle) {
  const wb::Timing odd = wb::summarise("host", {5, 1, 3});
  EXPECT_EQ(odd.median_ms, 3);
  EXPECT_EQ(odd.min_ms, 1);
  EXPECT_EQ(odd.max_ms, 5);
  EXPECT_EQ(odd.runs, 3);
  EXPECT_THAT(odd.samples_ms, ElementsAre(5, 1, 3)) << "in the order of measurement";
  EXPECT_EQ(wb::summarise("host", {4, 1, 2, 3}).median_ms, 2.5);
  EXPECT_EQ(wb::summarise("host", {}).runs, 0);
}

TEST(Interleaved, WarmsUpTwiceAndThenTakesTurns) {
  std::string calls;
  int count = 0;
  std::vector<wb::Timed> candidates = {{"a", "host", [&] { return calls += 'a', double(++count); }},
                                       {"b", "device", [&] { return calls += 'b', 100.0; }}};
  const auto timings =
      wb::time_interleaved(candidates, {.rounds = 2, .runs = 3, .budget_seconds = 5});
  EXPECT_EQ(calls, "aabbaaabbbaaabbb");
  ASSERT_EQ(timings.size(), 2u);
  EXPECT_THAT(timings[0].samples_ms, ElementsAre(3, 4, 5, 6, 7, 8)) << "warm-ups do not count";
  EXPECT_EQ(timings[0].clock, "host");
  EXPECT_EQ(timings[1].clock, "device");
  EXPECT_EQ(timings[1].median_ms, 100);
}

TEST(Interleaved, ASlowCandidateRunsOnceARoundAtLeast) {
  std::vector<wb::Timed> candidates = {{"slow", "host", [] {
                                          std::this_thread::sleep_for(
                                              std::chrono::milliseconds(20));
                                          return 20.0;
                                        }}};
  const auto timings =
      wb::time_interleaved(candidates, {.rounds = 3, .runs = 20, .budget_seconds = 0.001});
  EXPECT_EQ(timings[0].runs, 3);
}

TEST(EventTime, IsPositiveAndWithinTheHostsTime) {
  if (!session().profiling()) GTEST_SKIP() << "this queue records no event times";
  wb::PreparedProblem prepared(doubling(), {kCount}, wb::DataKind::kUniform, 1);
  wb::LoadedVariant loaded(session(), prepared, doubler("twice"));
  const auto start = std::chrono::steady_clock::now();
  const auto events = loaded.enqueue();
  session().queue().finish();
  const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - start;
  EXPECT_GT(wb::event_ms(events), 0);
  EXPECT_LT(wb::event_ms(events), host.count());
  EXPECT_EQ(wb::timed(session(), loaded).clock, "device");
}

}  // namespace
