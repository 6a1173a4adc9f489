// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 19: what each schedule promises, on every device, however the race fell out today. Run
// with the recorder preloaded.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>

#include "19_pipeline/schedules.hpp"
#include "wb/error.hpp"
#include "wb/recording.hpp"

namespace {

using chapters::Graph, chapters::Order, chapters::Way;

// What goes into command buffers. The chapter asks the loader for the extension's functions, and
// gets one of this test's, which notes what a command waits for and goes on to the driver's.
using Add = cl_int(CL_API_CALL*)(void*, cl_command_queue, const cl_ulong*, cl_kernel, cl_uint,
                                 const size_t*, const size_t*, const size_t*, cl_uint,
                                 const cl_uint*, cl_uint*, void**);
Add drivers_add;
struct Added {
  std::vector<cl_uint> after;
  cl_uint point;
};
std::vector<Added> added;

cl_int CL_API_CALL noted_add(void* buffer, cl_command_queue queue, const cl_ulong* properties,
                             cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                             const size_t* global, const size_t* local, cl_uint count,
                             const cl_uint* after, cl_uint* point, void** handle) {
  const cl_int code = drivers_add(buffer, queue, properties, kernel, dimensions, offset, global,
                                  local, count, after, point, handle);
  added.push_back({{after, after + count}, *point});
  return code;
}

wb::Session& session() {
  static wb::Session one;
  return one;
}

TEST(Graph, StagesComeAfterWhatTheyReadAndEachBufferIsWrittenOnce) {
  for (const Graph* graph : {&chapters::pipeline_graph(), &chapters::fused_graph()}) {
    const auto inputs = chapters::inputs_of(*graph);
    std::vector<std::string> written = {"raw"};
    for (std::size_t i = 0; i < graph->size(); ++i) {
      std::size_t from_stages = 0;
      for (const std::string& name : (*graph)[i].reads) {
        EXPECT_THAT(written, testing::Contains(name)) << (*graph)[i].name;
        from_stages += name != "raw";
      }
      EXPECT_LE(inputs[i].size(), from_stages);  // one stage may write two of them
      EXPECT_EQ(inputs[i].empty(), from_stages == 0) << (*graph)[i].name;
      for (const std::string& name : (*graph)[i].writes) {
        EXPECT_THAT(written, testing::Not(testing::Contains(name)));
        written.push_back(name);
      }
    }
  }
}

TEST(CommandBuffer, KeepsEachStageWaitingForWhatItReads) {
  const Way way{"command buffer", Order::kCommandBuffer, 2, chapters::pipeline_graph()};
  chapters::Film film(session(), {24, 40}, 3);
  added.clear();
  try {
    chapters::Scheduler(film, way).run();
  } catch (const wb::Skipped& skipped) {
    GTEST_SKIP() << skipped.what();
  }
  EXPECT_EQ(film.fault(), "");
  const auto inputs = chapters::inputs_of(way.graph);
  ASSERT_EQ(added.size(), way.in_flight * way.graph.size());  // one recording for each slot
  for (std::size_t first = 0; first < added.size(); first += way.graph.size()) {
    std::map<cl_uint, std::set<std::size_t>> done;  // by a point: stages that have ended
    for (std::size_t i = 0; i < way.graph.size(); ++i) {
      std::set<std::size_t> before;
      for (const cl_uint point : added[first + i].after) before.merge(std::set(done.at(point)));
      for (const std::size_t j : inputs[i]) {
        EXPECT_TRUE(before.contains(j))
            << way.graph[i].name << " does not wait for " << way.graph[j].name;
      }
      before.insert(i);
      EXPECT_TRUE(done.emplace(added[first + i].point, before).second) << "a point twice";
    }
  }
}

class Schedules : public testing::TestWithParam<Way> {};

TEST_P(Schedules, PromiseWhatTheGraphAsksForAndThatASlotIsFree) {
  const Way& way = GetParam();
  constexpr std::size_t kFrames = 5;
  chapters::Film film(session(), {24, 40}, kFrames);
  wb::start_recording();
  std::string lines;
  try {
    chapters::Scheduler scheduler(film, way);
    scheduler.run();
    lines = wb::stop_recording();
  } catch (const wb::Skipped& skipped) {
    wb::stop_recording();
    GTEST_SKIP() << skipped.what();
  }
  EXPECT_EQ(film.fault(), "");
  const wb::Recording recording = wb::parse_recording(lines);
  const wb::Promises promises(recording);
  const Graph& graph = way.graph;
  const auto inputs = chapters::inputs_of(graph);
  // A frame: the upload, the stages in their order, the summary, the picture.
  const std::size_t n = graph.size(), commands = n + 3;
  ASSERT_EQ(recording.commands.size(), kFrames * commands);
  const auto at = [&](std::size_t frame, std::size_t command) {
    return int(frame * commands + command);
  };
  const auto stage = [&](const std::string& name) {
    return std::size_t(std::ranges::find(graph, name, &chapters::Node::name) - graph.begin());
  };
  for (std::size_t f = 0; f < kFrames; ++f) {
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(recording.commands[std::size_t(at(f, i + 1))].kind, "kernel");
      EXPECT_TRUE(!inputs[i].empty() || promises.before(at(f, 0), at(f, i + 1)));
      for (const std::size_t j : inputs[i]) {
        EXPECT_TRUE(promises.before(at(f, j + 1), at(f, i + 1)))
            << graph[i].name << " does not wait for " << graph[j].name << " in frame " << f;
      }
    }
    EXPECT_TRUE(promises.before(at(f, stage("aggregate") + 1), at(f, n + 1)));
    EXPECT_TRUE(promises.before(at(f, stage("output") + 1), at(f, n + 2)));
    for (const std::size_t read : {n + 1, n + 2}) {
      EXPECT_TRUE(promises.known_to_host(at(f, read)));
      if (f < way.in_flight) continue;
      EXPECT_TRUE(promises.before(at(f - way.in_flight, read), at(f, 0))) << "slot of frame " << f;
    }
  }
  EXPECT_EQ(promises.never_flushed(), -1);
  // What a way is named for.
  const auto waits =
      std::ranges::count(recording.steps, wb::Recording::Step::kWait, &wb::Recording::Step::kind);
  EXPECT_EQ(std::size_t(waits) >= kFrames * n, way.order == Order::kBlocking);
  const bool one_at_a_time =
      promises.before(at(0, stage("smooth") + 1), at(0, stage("sharpen") + 1));
  const bool frames_apart = !promises.before(at(0, n), at(1, 1));
  EXPECT_EQ(one_at_a_time, way.order != Order::kOutOfOrder && way.order != Order::kThreeQueues);
  EXPECT_EQ(frames_apart, way.in_flight > 1 && way.order != Order::kInOrder);
}

INSTANTIATE_TEST_SUITE_P(
    All, Schedules,
    testing::Values(Way{"blocking", Order::kBlocking, 1, chapters::pipeline_graph()},
                    Way{"in_order", Order::kInOrder, 2, chapters::pipeline_graph()},
                    Way{"out_of_order_1", Order::kOutOfOrder, 1, chapters::pipeline_graph()},
                    Way{"out_of_order_3", Order::kOutOfOrder, 3, chapters::pipeline_graph()},
                    Way{"three_queues_1", Order::kThreeQueues, 1, chapters::pipeline_graph()},
                    Way{"queue_a_frame_3", Order::kQueueAFrame, 3, chapters::pipeline_graph()},
                    Way{"fused_out_of_order", Order::kOutOfOrder, 2, chapters::fused_graph()},
                    Way{"fused_queues", Order::kQueueAFrame, 2, chapters::fused_graph()}),
    [](const testing::TestParamInfo<Way>& way) { return way.param.name; });

}  // namespace

// Stands before the loader's, since it is the program's own.
extern "C" void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                      const char* name) {
  const auto loaders = reinterpret_cast<void* (*)(cl_platform_id, const char*)>(
      dlsym(RTLD_NEXT, "clGetExtensionFunctionAddressForPlatform"));
  void* const found = loaders(platform, name);
  if (found == nullptr || std::string_view(name) != "clCommandNDRangeKernelKHR") return found;
  drivers_add = reinterpret_cast<Add>(found);
  return reinterpret_cast<void*>(&noted_add);
}
