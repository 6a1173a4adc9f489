// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// A chapter's program in broken worlds, seen from outside: exit code and words. What can go wrong
// inside (arguments, guard words, NaN, a wrong entry) is tested in tests/common.
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "fault_test.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using wb::ExitCode;

using Fault01 = ChapterTest;
using Fault04 = ChapterTest;
using Fault05 = ChapterTest;
using Fault08 = ChapterTest;
using Fault09 = ChapterTest;
using Fault10 = ChapterTest;
using Fault11 = ChapterTest;
using Fault12 = ChapterTest;
using Fault13 = ChapterTest;
using Fault15 = ChapterTest;
using Fault16 = ChapterTest;
using Fault17 = ChapterTest;
using Fault19 = ChapterTest;
using Fault20 = ChapterTest;
using Fault21 = ChapterTest;
using Fault23 = ChapterTest;
using Fault27 = ChapterTest;

TEST_F(Fault01, WithoutADriverIsSkippedOrFailsAsAsked) {
  const auto skipped = run_small({}, {{"OCL_ICD_VENDORS", "/nonexistent"}});
  expect(skipped, ExitCode::kSkipped, {"A loader is not a driver", "pocl-opencl-icd", "doctor"});
  const auto failed =
      run_small({}, {{"OCL_ICD_VENDORS", "/nonexistent"}, {"WB_REQUIRE_DEVICE", "1"}});
  expect(failed, ExitCode::kEnvironment, {"A loader is not a driver"});
}

TEST_F(Fault04, ADeviceThatMatchesNothingIsRefusedWithTheList) {
  expect(run_small({"--device", "no such thing"}), ExitCode::kUsage,
         {"--device no such thing matches none", "0 = 0:0"});
}

TEST_F(Fault05, ACacheThatIsAFileIsNamed) {
  const std::string file = write("cache", "not a folder");
  // The ceilings of an earlier run are there (as on a reader's machine), and are not.
  for (const std::string& ceilings : {std::string(), folder() + "/no-ceilings"}) {
    Environment environment = {{"POCL_CACHE_DIR", file}};
    if (!ceilings.empty()) environment["XDG_CACHE_HOME"] = ceilings;
    const auto result = run_small({}, environment);
    expect(result, ExitCode::kEnvironment, {"check POCL_CACHE_DIR"});
    expect_no_table(result);
  }
  EXPECT_FALSE(fs::exists(folder() + "/no-ceilings/opencl-measured"))
      << "ceilings that could not be measured were kept";
}

TEST_F(Fault08, AMissingKernelFileListsWhereItWasLookedFor) {
  expect(run_small({}, {{"WB_KERNEL_DIR", "/x"}}), ExitCode::kEnvironment,
         {"not found", "Tried:", "/x/"});
}

TEST_F(Fault09, RunsFromAnyDirectory) {
  const auto here = run_small();
  for (const char* folder : {"/", "/proc"}) {  // the second cannot be written
    const auto there = run_small({}, {}, folder);
    expect(there, ExitCode::kOk, {"match the reference", "median ms"});
    EXPECT_EQ(without_numbers(there.out), without_numbers(here.out));
  }
}

TEST_F(Fault10, AnEmptyKernelFileIsRefusedByName) {
  expect(run_small({}, with_kernel("  \n")), ExitCode::kEnvironment,
         {kKernel, "the file is empty"});
}

TEST_F(Fault10, ABinaryKernelFileIsRefusedByName) {
  expect(run_small({}, with_kernel(std::string("\x7f"
                                               "ELF\x02\x01\x00\x00",
                                               8))),
         ExitCode::kEnvironment, {kKernel, "the file is not text"});
}

TEST_F(Fault10, ATruncatedKernelFileIsRefusedWithItsLine) {
  const std::string text = kernel_text();
  const std::string cut = text.substr(0, text.rfind(';') + 1);
  const auto line = std::to_string(1 + std::count(cut.begin(), cut.end(), '\n'));
  const auto result = run_small({}, with_kernel(cut));
  expect(result, ExitCode::kEnvironment,
         {std::string(kKernel) + ":" + line + ":", "does not build", "error",
          cut.substr(cut.rfind('\n') + 1)});
  expect_no_table(result);
}

TEST_F(Fault11, ASyntaxErrorNamesTheRealFileItsLineAndItsText) {
  const std::string text = kernel_text();
  const std::string wrong = "int wb_wrong = wb_nothing_of_this_name;";
  const auto line = 1 + std::count(text.begin(), text.end(), '\n');
  const auto result = run_small({}, with_kernel(text + "\nvoid helper(void) { " + wrong + " }\n"));
  expect(result, ExitCode::kEnvironment,
         {std::string(kKernel) + ":" + std::to_string(line + 1) + ":", wrong});
  EXPECT_THAT(result.out, Not(HasSubstr("tempfile")));
}

TEST_F(Fault13, AWrongEntryListsTheNamesThatThereAre) {
  std::string text = kernel_text();
  const auto at = text.find("gemm_row_order");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string("gemm_row_order").size(), "gemm_row_odrer");
  expect(run_small({}, with_kernel(text)), ExitCode::kEnvironment,
         {"no kernel \"gemm_row_order\"", "it has: gemm_row_odrer"});
}

TEST_F(Fault23, AKernelThatWritesNothingIsWrongAndUntimed) {
  std::string text = kernel_text();
  const auto open = text.find('{', text.find("__kernel"));
  ASSERT_NE(open, std::string::npos);
  text.insert(open + 1, " if (get_global_size(0) > 0) return; ");
  const std::string file = folder() + "/out.json";
  const auto result = run_small({"--variant", "row order", "--json", file}, with_kernel(text));
  expect(result, ExitCode::kWrong, {"row order is WRONG", "never written"});
  std::ifstream in(file);
  const auto document = nlohmann::json::parse(in, nullptr, false);
  ASSERT_TRUE(document.is_object());
  const auto& row = document["rows"][0];
  EXPECT_EQ(row["variant"], "row order");
  EXPECT_EQ(row["status"], "wrong");
  EXPECT_FALSE(row.contains("time"));
}

TEST_F(Fault12, AnUnknownBuildOptionIsNamed) {
  expect(run_small({"--build-options=-cl-no-such-option"}), ExitCode::kEnvironment,
         {"-cl-no-such-option", "CL_INVALID_BUILD_OPTIONS (-43)"});
}

TEST_F(Fault15, ASmallDeviceSkipsWithBothNumbersBeforeTheLaunch) {
  const auto result = run_small({}, {{"POCL_MAX_WORK_GROUP_SIZE", "16"}});
  expect(result, ExitCode::kOk, {"needs 256 work-items in a group, this device allows 16"});
  EXPECT_THAT(result.out, Not(HasSubstr("-54")));
  // With groups of one nothing is left to run; that is a skip, not an abort inside pocl.
  expect(run_small({}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}}), ExitCode::kSkipped,
         {"this device allows 1"});
}

TEST_F(Fault16, SizesOffTheTileAreVerified) {
  for (const char* size : {"1", "15", "16", "17", "100", "257", "1x17x33", "33x1x16"}) {
    SCOPED_TRACE(size);
    expect(run_chapter({"--size", size}), ExitCode::kOk, {"2 of 2 variants match the reference"});
  }
  for (const char* size : {"15", "257", "1x17x33"}) {
    SCOPED_TRACE(size);
    expect(run_quick("04_gemm_tiled", {"--size", size}), ExitCode::kOk,
           {"6 of 6 variants match the reference"});
  }
  expect(run_quick("04_gemm_tiled", {"--size", "1000", "--variant", "tile 16"}), ExitCode::kOk,
         {"variants match the reference"});
}

TEST_F(Fault17, ASizeThatIsNoneIsRefused) {
  write("abort.icd", WB_ABORT_VENDOR "\n");  // whoever asks for a driver dies of it
  const Environment untouchable = {{"OCL_ICD_VENDORS", folder()}};
  EXPECT_EQ(run_chapter({"--size", "16"}, untouchable).signal, SIGABRT);
  for (const char* size : {"0", "-1", "abc", "1e9", "16x", "x16", "99999999999999999999"}) {
    SCOPED_TRACE(size);
    expect(run_chapter({"--size", size}, untouchable), ExitCode::kUsage,
           {"--size is a whole number of at least 1", std::string("not \"") + size});
  }
  expect(run_chapter({"--size", "1x2"}, untouchable), ExitCode::kUsage,
         {"--size has 2 numbers", "MxNxK"});
}

TEST_F(Fault19, ASizeThatTheDeviceCannotHoldIsRefusedWithBothNumbers) {
  for (const char* size : {"999999999", "20000"}) {
    SCOPED_TRACE(size);
    const auto result = run_chapter({"--size", size}, {{"POCL_MEMORY_LIMIT", "1"}});
    expect(result, ExitCode::kUsage, {"this device has 1 GiB", "try a smaller --size"});
    EXPECT_LT(result.seconds, 30);
  }
}

TEST_F(Fault27, AnOutputThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured) {
  for (const char* option : {"--csv", "--json", "--trace"}) {
    for (const char* path : {"/proc/x", "/dev/full", "/nonexistent/x"}) {
      SCOPED_TRACE(std::string(option) + " " + path);
      const auto result = run_small({option, path});
      expect(result, ExitCode::kEnvironment, {std::string("cannot write ") + path});
      EXPECT_THAT(result.out, Not(HasSubstr("device  ")));
    }
  }
}

TEST_F(Fault27, OutputsAreWrittenWhole) {
  const std::string json = folder() + "/a.json", csv = folder() + "/a.csv";
  expect(run_small({"--json", json, "--csv", csv}), ExitCode::kOk);
  std::ifstream in(json);
  EXPECT_TRUE(nlohmann::json::parse(in, nullptr, false).is_object());
  EXPECT_GT(fs::file_size(csv), 0u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), fs::directory_iterator()), 2);
}

TEST_F(Fault20, AnApiCallThatFailsIsNamedAndNothingIsPrintedAsMeasured) {
  const std::map<std::string, std::string> codes = {
      {"clCreateBuffer", "CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)"},
      {"clEnqueueNDRangeKernel", "CL_OUT_OF_RESOURCES (-5)"},
      {"clFinish", "CL_INVALID_COMMAND_QUEUE (-36)"}};
  expect(run_small(),
         ExitCode::kOk);  // the ceilings are known now: what fails is the chapter's own
  for (const auto& [call, code] : codes) {
    SCOPED_TRACE(call);
    const auto result = run_odd(call, kChapter, {"--size", "16"});
    expect(result, ExitCode::kEnvironment, {call + " failed: " + code});
    expect_no_table(result);
  }
}

TEST_F(Fault21, WithoutEventTimesTheHostsClockIsUsedAndSaid) {
  const std::string file = folder() + "/out.json";
  const auto result =
      run_small({"--json", file}, {{"LD_PRELOAD", WB_SHIM}, {"WB_SHIM", "profiling"}});
  expect(result, ExitCode::kOk, {"clock: host", "median ms (host)"});
  std::ifstream in(file);
  const auto document = nlohmann::json::parse(in, nullptr, false);
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ(document["rows"][0]["time"]["clock"], "host");
}

}  // namespace
