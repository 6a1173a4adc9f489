// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/tracker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "wb/opencl.hpp"
#include "wb/process.hpp"

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// "leaks.cpp:41 in": where the comment "// leak: NAME" stands.
std::string line_of(const std::string& name) {
  std::ifstream source(LEAKS_SOURCE);
  std::string line;
  for (int number = 1; std::getline(source, line); ++number) {
    if (line.ends_with("// leak: " + name)) {
      return "leaks.cpp:" + std::to_string(number) + " in";
    }
  }
  return "no line in leaks.cpp plants " + name;
}

wb::ProcessResult leak(const std::string& kind, bool strict = true, bool simulator = false) {
  wb::Command command;
  if (simulator) command.argv = {"oclgrind"};
  command.argv.insert(command.argv.end(), {LEAKS, kind});
  command.environment["WB_TRACKER_STRICT"] = strict ? "1" : "0";
  return wb::run_process(command);
}

class Leak : public testing::TestWithParam<const char*> {};

TEST_P(Leak, IsNamedWithItsLine) {
  const std::string kind = GetParam();
  const wb::ProcessResult result = leak(kind);
  EXPECT_EQ(result.exit_code, 3) << result.describe() << result.err;
  const std::string shown = kind == "kernels"                   ? "kernel"
                            : kind == "map" || kind == "marker" ? "event"
                                                                : kind;
  EXPECT_THAT(result.err, AllOf(HasSubstr("not given back as often as taken: 1\n"),
                                HasSubstr("  " + shown + " leaked, one reference held"),
                                HasSubstr(line_of(kind))));
}

INSTANTIATE_TEST_SUITE_P(EachKind, Leak,
                         testing::Values("context", "queue", "buffer", "sub-buffer", "image",
                                         "sampler", "program", "kernel", "kernels", "user event",
                                         "event", "map", "marker"));

TEST(Tracker, CountsWhatIsRetainedAndAsksTheDriver) {
  const wb::ProcessResult result = leak("retain");
  EXPECT_EQ(result.exit_code, 3) << result.describe() << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("buffer leaked, 2 references held (the driver counts 2)"),
                                HasSubstr(line_of("retain"))));
  // Every kind of object can be asked for.
  for (const char* kind : {"context", "queue", "sub-buffer", "image", "sampler", "program",
                           "kernel", "user event", "event"}) {
    EXPECT_THAT(leak(kind).err, HasSubstr("one reference held (the driver counts ")) << kind;
  }
}

TEST(Tracker, WhatACommandStillUsesIsNoLeak) {
  const wb::ProcessResult result = leak("in use");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Tracker, NothingLeakedIsNothingSaid) {
  const wb::ProcessResult result = leak("nothing");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Tracker, AReleaseTooManyIsNamedWithBothLinesAndReachesNoDriver) {
  const wb::ProcessResult result = leak("twice");
  EXPECT_EQ(result.exit_code, 3) << result.describe();
  EXPECT_THAT(result.err, AllOf(HasSubstr("buffer released once too often at " + line_of("twice")),
                                HasSubstr("made by clCreateBuffer at " + line_of("made"))));
}

TEST(Tracker, ReportsWithoutFailingUnlessStrict) {
  const wb::ProcessResult result = leak("buffer", false);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr(line_of("buffer")));
}

TEST(Tracker, WorksUnderOclgrindsLauncher) {
  if (wb::find_program("oclgrind").empty()) GTEST_SKIP() << "oclgrind is not installed";
  const wb::ProcessResult clean = leak("nothing", true, true);
  EXPECT_EQ(clean.exit_code, 0) << clean.err;
  const wb::ProcessResult dirty = leak("buffer", true, true);
  EXPECT_EQ(dirty.exit_code, 3) << dirty.err;
  EXPECT_THAT(dirty.err, HasSubstr(line_of("buffer")));
}

TEST(Tracker, CountsReferencesWhileTheProgramRuns) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  const cl::Context context(devices.at(0));
  ASSERT_EQ(wb::tracked_objects().size(), 1u);
  EXPECT_EQ(wb::tracked_objects()[0].kind, "context");
  EXPECT_EQ(wb::tracked_objects()[0].references, 1u);
  {
    const cl::Context copy = context;
    EXPECT_EQ(wb::tracked_objects()[0].references, 2u);
  }
  EXPECT_EQ(wb::tracked_objects()[0].references, 1u);
  EXPECT_GE(wb::tracked_objects()[0].driver_references, 1u);
  const std::size_t made = wb::tracked_made("buffer");
  { const cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64); }
  EXPECT_EQ(wb::tracked_made("buffer"), made + 1);
  EXPECT_THAT(wb::tracked_objects()[0].where, HasSubstr("tracker_test.cpp:"));
}

}  // namespace
