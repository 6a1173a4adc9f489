// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The trace: made-up ones, whose answers are known, and one recorded on a device.
#include "wb/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "wb/session.hpp"

namespace wb {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What a viewer needs of Chrome's format; one line a fault.
std::vector<std::string> format_faults(const nlohmann::json& document) {
  std::vector<std::string> faults;
  if (!document.is_object() || !document.contains("traceEvents") ||
      !document["traceEvents"].is_array()) {
    return {"no array traceEvents"};
  }
  std::set<std::pair<int, std::size_t>> named;
  std::map<std::pair<int, std::size_t>, std::vector<std::pair<double, double>>> tracks;
  std::map<std::string, double> arrows, open;
  std::size_t i = 0;
  for (const auto& event : document["traceEvents"]) {
    const std::string at = "event " + std::to_string(i++) + ": ";
    const std::string phase = event.value("ph", "");
    if (!event.contains("name") || !event["name"].is_string()) faults.push_back(at + "no name");
    if (!event.contains("pid") || !event.contains("tid")) {
      faults.push_back(at + "no track");
      continue;
    }
    const std::pair track(event["pid"].get<int>(), event["tid"].get<std::size_t>());
    if (phase == "M") {
      if (event["name"] == "thread_name") named.insert(track);
      continue;
    }
    if (!event.contains("ts") || !event["ts"].is_number()) {
      faults.push_back(at + "no time");
      continue;
    }
    const double ts = event["ts"].get<double>();
    const auto key = [&] { return event["id"].dump() + event.value("cat", ""); };
    if (phase == "X") {
      const double dur = event.value("dur", -1.0);
      if (!(dur >= 0)) faults.push_back(at + "ends before it starts");
      tracks[track].emplace_back(ts, ts + dur);
    } else if (phase == "b" || phase == "s") {
      (phase == "b" ? open : arrows)[key()] = ts;
    } else if (phase == "e" || phase == "f") {
      auto& begun = phase == "e" ? open : arrows;
      if (begun.count(key()) == 0) {
        faults.push_back(at + "ends what never began");
      } else if (ts < begun[key()]) {
        faults.push_back(at + "ends before it starts");
      }
      begun.erase(key());
    } else {
      faults.push_back(at + "unknown phase '" + phase + "'");
    }
  }
  if (!open.empty()) faults.push_back("a stretch never ends");
  if (!arrows.empty()) faults.push_back("an arrow leads nowhere");
  for (auto& [track, slices] : tracks) {
    if (named.count(track) == 0) faults.push_back("a track has no name");
    if (track.first != 2) continue;  // host slices nest; a device's must not even touch
    std::sort(slices.begin(), slices.end());
    for (std::size_t k = 1; k < slices.size(); ++k) {
      if (slices[k].first < slices[k - 1].second - 1e-6) faults.push_back("slices overlap");
    }
  }
  return faults;
}

std::size_t count(const nlohmann::json& document, const std::string& phase,
                  const std::string& category) {
  std::size_t n = 0;
  for (const auto& event : document["traceEvents"]) {
    n += event["ph"] == phase && event.value("cat", "") == category ? 1 : 0;
  }
  return n;
}

void expect_children_fit(const TraceNode& node) {
  double sum = 0;
  for (const TraceNode& child : node.children) {
    EXPECT_LE(child.ms, node.ms + 1e-9) << child.name << " in " << node.name;
    sum += child.ms;
    expect_children_fit(child);
  }
  if (!node.children.empty()) {
    EXPECT_GE(sum + node.unaccounted_ms, node.ms - 1e-9) << node.name;
    EXPECT_GE(node.unaccounted_ms, -1e-9) << node.name;
  }
}

// Ten milliseconds: a scope "work" [1, 9] with "load" [2, 4] twice inside, and three commands: two
// that overlap on one queue, and one that outlives the scope that enqueued it.
Trace made_up() {
  Trace trace;
  trace.device = "made up";
  trace.start_ms = 100;
  trace.end_ms = 110;
  trace.scopes = {
      {"work", 0, 101, 109, kNoParent}, {"load", 0, 102, 103, 0}, {"load", 0, 103, 104, 0}};
  trace.commands = {{"upload #0", "copies", 4096, 102, 102.5, 103, 105, {}, 0},
                    {"kernel", "copies", 0, 102, 103, 104, 107, {0}, 0},
                    {"download", "back", 64, 103, 107, 107, 108, {0, 1}, 2}};
  return trace;
}

TEST(Offset, IsWhatAllBracketsAllow) {
  // The device's clock is 500 ahead. Host before, device start, device end, host after.
  const ClockOffset offset =
      combine_brackets({{10, 511, 512, 14}, {20, 520.2, 521, 22}, {30, 532, 533.9, 34}});
  EXPECT_NEAR(offset.ms, 500.05, 1e-9);  // from 499.9 to 500.2
  EXPECT_NEAR(offset.uncertainty_ms, 0.15, 1e-9);
}

TEST(Offset, TheTightestBracketDecidesWhereTheyContradict) {
  const ClockOffset offset = combine_brackets({{10, 511, 512, 14}, {20, 620.1, 621, 21.1}});
  EXPECT_NEAR(offset.ms, 600, 1e-9);
  EXPECT_NEAR(offset.uncertainty_ms, 0.1, 1e-9);
}

TEST(Offset, DriftIsFollowedOnlyBeyondWhatIsUnsure) {
  const ClockOffset first{500, 0.1, 1000}, last{502, 0.1, 2000}, near{500.15, 0.2, 2000};
  EXPECT_NEAR(on_host_clock(1500, first, last), 1500 - 501, 1e-9);
  EXPECT_NEAR(on_host_clock(1500, first, near), 1000, 1e-9);
}

TEST(Tree, ChildrenOfOneNameAreOneNodeAndRestIsShown) {
  const TraceNode root = trace_tree(made_up());
  expect_children_fit(root);
  EXPECT_NEAR(root.ms, 10, 1e-9);
  EXPECT_NEAR(root.unaccounted_ms, 2, 1e-9);
  ASSERT_EQ(root.children.size(), 1u);
  const TraceNode& work = root.children[0];
  EXPECT_EQ(work.name, "work");
  ASSERT_EQ(work.children.size(), 4u);
  EXPECT_EQ(work.children[0].name, "load");
  EXPECT_EQ(work.children[0].count, 2u);
  EXPECT_NEAR(work.children[0].ms, 2, 1e-9);
  EXPECT_EQ(work.children[1].name, "upload");
  EXPECT_TRUE(work.children[1].device);
  // It was enqueued inside of "load", which was over before it ran.
  EXPECT_EQ(work.children[3].name, "download");
  // 102 to 108 is covered, by several at a time; 101 to 102 and 108 to 109 are not.
  EXPECT_NEAR(work.unaccounted_ms, 2, 1e-9);
}

TEST(Tree, ACommandThatEndsWithinTheClocksDoubtIsCutToItsScope) {
  Trace trace = made_up();
  trace.first.uncertainty_ms = trace.last.uncertainty_ms = 0.1;
  trace.commands = {{"late", "q", 0, 103, 103, 103.5, 104.15, {}, 2}};
  const TraceNode root = trace_tree(trace);
  expect_children_fit(root);
  const TraceNode& load = root.children.at(0).children.at(0);
  ASSERT_EQ(load.children.size(), 1u);
  EXPECT_NEAR(load.children[0].ms, 0.5, 1e-9);
}

TEST(Tree, PrintsDashesMillisecondsAndShares) {
  const std::string text = to_text(trace_tree(made_up()));
  EXPECT_THAT(text, HasSubstr("└── (unaccounted) -"));
  EXPECT_THAT(text, HasSubstr("├── work -"));
  EXPECT_THAT(text, HasSubstr("│   ├── load -"));
  EXPECT_THAT(text, HasSubstr("2.000 ms   25%  x2\n"));
  EXPECT_THAT(text, HasSubstr("upload (device) -"));
}

TEST(Chrome, OneSliceACommandAndAnArrowADependency) {
  const nlohmann::json document = to_chrome(made_up());
  EXPECT_THAT(format_faults(document), ElementsAre());
  EXPECT_EQ(count(document, "X", "running"), 3u);
  EXPECT_EQ(count(document, "X", "host"), 3u);
  EXPECT_EQ(count(document, "b", "queued"), 3u);
  EXPECT_EQ(count(document, "e", "submitted"), 3u);
  EXPECT_EQ(count(document, "s", "dependency"), 3u);
  for (const auto& event : document["traceEvents"]) {
    if (event["ph"] != "X" || event["name"] != "upload #0") continue;
    EXPECT_NEAR(event["ts"].get<double>(), 3000, 1e-6);
    EXPECT_NEAR(event["dur"].get<double>(), 2000, 1e-6);
    EXPECT_EQ(event["args"]["bytes"], 4096);
    EXPECT_NEAR(event["args"]["queued_us"].get<double>(), 500, 1e-6);
    EXPECT_NEAR(event["args"]["submitted_us"].get<double>(), 500, 1e-6);
  }
}

TEST(Chrome, CommandsThatOverlapOnOneQueueGetATrackEach) {
  const nlohmann::json document = to_chrome(made_up());
  std::vector<std::string> tracks;
  for (const auto& event : document["traceEvents"]) {
    if (event["name"] == "thread_name" && event["pid"] == 2) {
      tracks.push_back(event["args"]["name"].get<std::string>());
    }
  }
  EXPECT_THAT(tracks, ElementsAre("copies", "copies (2)", "back"));
}

// The checks above must see what is wrong.
TEST(Chrome, FaultsAreFound) {
  Trace backwards = made_up();
  backwards.commands[0].end_ms = 102.9;
  EXPECT_NE(format_faults(to_chrome(backwards)).size(), 0u);
  nlohmann::json document = to_chrome(made_up());
  for (auto& event : document["traceEvents"]) {
    if (event["ph"] == "X" && event["pid"] == 2) event["tid"] = 0;  // all on one track
  }
  EXPECT_THAT(format_faults(document), ::testing::Contains("slices overlap"));
  document = to_chrome(made_up());
  document["traceEvents"].erase(document["traceEvents"].size() - 1);
  EXPECT_THAT(format_faults(document), ElementsAre("an arrow leads nowhere"));
}

class OnADevice : public ::testing::Test {
 protected:
  Session session_;
  void TearDown() override { discard_trace(); }
};

TEST_F(OnADevice, RecordsScopesThreadsAndCommands) {
  if (!session_.profiling()) GTEST_SKIP() << "no event times here";
  start_trace(session_);
  name_queue(session_.queue(), "main");
  const std::vector<cl_int> data(1 << 16, 7);
  const cl::Buffer a(session_.context(), CL_MEM_READ_WRITE, data.size() * 4);
  const cl::Buffer b(session_.context(), CL_MEM_READ_WRITE, data.size() * 4);
  {
    const Scope outer("outer");
    {
      const Scope inner("inner");
      Traced traced(session_.queue(), "upload", "a", data.size() * 4);
      session_.queue().enqueueWriteBuffer(a, CL_TRUE, 0, data.size() * 4, data.data(), nullptr,
                                          traced.event());
    }
    cl::Event first, second;
    session_.queue().enqueueCopyBuffer(a, b, 0, 0, data.size() * 4, nullptr, &first);
    const std::vector<cl::Event> wait = {first};
    session_.queue().enqueueCopyBuffer(b, a, 0, 0, data.size() * 4, &wait, &second);
    trace_command(session_.queue(), first, "copy", data.size() * 4);
    trace_command(session_.queue(), second, "copy", data.size() * 4, wait);
    session_.queue().finish();
    std::thread([] { const Scope other("other thread"); }).join();
  }
  const Trace trace = collect_trace(session_);
  EXPECT_FALSE(tracing());
  ASSERT_EQ(trace.scopes.size(), 3u);
  EXPECT_EQ(trace.scopes[1].parent, 0u);
  EXPECT_EQ(trace.scopes[2].parent, kNoParent);
  EXPECT_NE(trace.scopes[2].thread, trace.scopes[0].thread);
  ASSERT_EQ(trace.commands.size(), 3u);
  EXPECT_EQ(trace.commands[0].name, "upload a");
  EXPECT_EQ(trace.commands[0].queue, "main");
  EXPECT_EQ(trace.commands[0].scope, 1u);
  EXPECT_THAT(trace.commands[2].after, ElementsAre(1u));
  // Both clocks are one: a blocking command lies within the host's call, give or take.
  const double slack = 2 * (trace.first.uncertainty_ms + trace.last.uncertainty_ms) + 1e-3;
  EXPECT_GE(trace.commands[0].start_ms, trace.scopes[1].start_ms - slack);
  EXPECT_LE(trace.commands[0].end_ms, trace.scopes[1].end_ms + slack);
  EXPECT_LT(trace.last.uncertainty_ms, 5);
  const nlohmann::json document = to_chrome(trace);
  EXPECT_THAT(format_faults(document), ElementsAre());
  EXPECT_EQ(count(document, "X", "running"), 3u);
  expect_children_fit(trace_tree(trace));
}

TEST_F(OnADevice, OffMeansNothingIsKeptAndNoEventIsAskedFor) {
  { const Scope scope("nobody listens"); }
  Traced traced(session_.queue(), "upload", "a", 4);
  EXPECT_EQ(traced.event(), nullptr);
  start_trace(session_);
  const Trace trace = collect_trace(session_);
  EXPECT_EQ(trace.scopes.size() + trace.commands.size(), 0u);
}

TEST_F(OnADevice, AScopeThatOutlivesItsTraceDoesNoHarm) {
  start_trace(session_);
  double after_next = 0;
  {
    const Scope scope("still open");
    const Trace trace = collect_trace(session_);
    ASSERT_EQ(trace.scopes.size(), 1u);
    EXPECT_GE(trace.scopes[0].end_ms, trace.scopes[0].start_ms);
    start_trace(session_);
    { const Scope next("of the next trace"); }
    after_next = host_now_ms();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const Trace trace = collect_trace(session_);
  EXPECT_LE(trace.scopes.at(0).end_ms, after_next);
  ASSERT_EQ(trace.scopes.size(), 1u);
  EXPECT_EQ(trace.scopes[0].name, "of the next trace");
}

}  // namespace
}  // namespace wb
