// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// Devices that nobody has, kernels that are broken, judges that must not hang, runs that are cut,
// and that each row of the table has a test.
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "fault_test.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using wb::ExitCode;

using Fault04 = ChapterTest;
using Fault06 = ChapterTest;
using Fault07 = ChapterTest;
using Fault14 = ChapterTest;
using Fault15 = ChapterTest;
using Fault18 = ChapterTest;
using Fault19 = ChapterTest;
using Fault20 = ChapterTest;
using Fault21 = ChapterTest;
using Fault22 = ChapterTest;
using Fault23 = ChapterTest;
using Fault24 = ChapterTest;
using Fault25 = ChapterTest;
class Fault26 : public ChapterTest {
 protected:
  // The compiler is named, and nothing is said against the reader's code.
  static void expect_not_blamed(const wb::ProcessResult& result, ExitCode code,
                                std::vector<std::string> pieces) {
    pieces.insert(pieces.end(), {"the driver's compiler did not finish", "could not judge"});
    expect(result, code, pieces);
    for (const char* blame : {"FAILED", "not solved yet", "A loop does not end", "mend what"}) {
      EXPECT_THAT(result.out, Not(HasSubstr(blame)));
    }
    EXPECT_LT(result.seconds, 60);
  }
};
using Fault27 = ChapterTest;
using Fault30 = ChapterTest;

constexpr auto kTiled = "04_gemm_tiled";

// --- the table ----------------------------------------------------------------------------------

std::set<int> rows_without(const std::set<std::string>& suites) {
  std::set<int> missing;
  for (int row = 1; row <= kRows; ++row) {
    if (!suites.count((row < 10 ? "Fault0" : "Fault") + std::to_string(row))) missing.insert(row);
  }
  return missing;
}

TEST(Rows, EachHasATest) {
  std::set<std::string> suites;
  const auto* all = testing::UnitTest::GetInstance();
  for (int i = 0; i < all->total_test_suite_count(); ++i) {
    suites.insert(all->GetTestSuite(i)->name());
  }
  EXPECT_THAT(rows_without(suites), testing::IsEmpty());
  ASSERT_EQ(suites.erase("Fault17"), 1u);
  EXPECT_THAT(rows_without(suites), testing::ElementsAre(17));  // a lost one is seen
}

// --- drivers ------------------------------------------------------------------------------------

TEST_F(Fault04, ADeviceThatMatchesTwoIsRefusedWithTheList) {
  expect(run_small({"--device", "portable"}, {{"POCL_DEVICES", "basic pthread"}}), ExitCode::kUsage,
         {"--device portable matches 2", "0 = 0:0", "1 = 0:1"});
}

TEST_F(Fault06, ManyRunsOnColdCachesOfTheirOwnAllPass) {
  run_small();  // the ceilings are known then
  std::vector<std::thread> threads;
  std::vector<wb::ProcessResult> results(6);
  for (std::size_t i = 0; i < results.size(); ++i) {
    fs::create_directories(folder() + "/" + std::to_string(i));
    threads.emplace_back([&, i] {
      results[i] = run_small({"--variant", "row order"},
                             {{"POCL_CACHE_DIR", folder() + "/" + std::to_string(i)}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const wb::ProcessResult& result : results) expect(result, ExitCode::kOk);
}

TEST_F(Fault06, EveryTestOfOursHasACacheOfItsOwnOrTakesTurns) {
  const auto listed = run(wb::find_program("ctest"),
                          {"--test-dir", binaries().parent_path().string(), "--show-only=json-v1"});
  const auto all = nlohmann::json::parse(listed.out.substr(listed.out.find('{')), nullptr, false);
  ASSERT_TRUE(all.is_object()) << listed.out;
  EXPECT_GT(all["tests"].size(), 100u);
  std::map<std::string, std::string> lanes;  // of each cache, or the test that has it for itself
  for (const auto& test : all["tests"]) {
    std::string cache, lane = test["name"];
    for (const auto& property : test["properties"]) {
      if (property["name"] == "RESOURCE_LOCK") lane = property["value"].dump();
      if (property["name"] != "ENVIRONMENT") continue;
      for (const std::string variable : property["value"]) {
        if (variable.starts_with("POCL_CACHE_DIR=")) cache = variable;
      }
    }
    EXPECT_FALSE(cache.empty()) << test["name"];
    const auto& owner = lanes.emplace(cache, lane).first->second;
    EXPECT_EQ(owner, lane) << test["name"] << " shares " << cache;
  }
}

TEST_F(Fault07, AJudgeSaysThatTheDriverCrashedItsChild) {
  write("abort.icd", WB_ABORT_VENDOR "\n");
  const auto result = run(kTiled, {"--exercise", "--limit", "5"}, {{"OCL_ICD_VENDORS", folder()}});
  EXPECT_EQ(result.signal, 0) << result.describe();
  EXPECT_NE(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("SIGABRT"));
}

// --- arguments and limits -----------------------------------------------------------------------

TEST_F(Fault14, ArgumentsThatDoNotFitAreNamedWithKernelIndexAndSize) {
  const std::string more = replaced(kernel_text(), "(int M,", "(int more, int M,");
  expect(run_small({}, with_kernel(more)), ExitCode::kEnvironment,
         {"gemm_row_order takes 7 arguments, the launch gives 6"});
  const std::string wide = replaced(kernel_text(), "int N,", "long N,");
  expect(run_small({}, with_kernel(wide)), ExitCode::kEnvironment,
         {"gemm_row_order, argument 1: the device refuses a scalar of 4 bytes"});
}

TEST_F(Fault15, SmallGroupsAndNarrowOnesAreSkippedWithBothNumbers) {
  const auto some = run_odd("group=64", kTiled, {"--size", "32"});
  expect(some, ExitCode::kOk,
         {"tile 16 is skipped: a 16x16 tile needs 256 work-items in a group, this device allows 64",
          "1 of 6 variants match"});  // the smaller tile
  expect(run_odd("group=16", kTiled, {"--size", "32"}), ExitCode::kSkipped, {"allows 16"});
  expect(run_odd("items=64x4x1", kTiled, {"--size", "32"}), ExitCode::kSkipped,
         {"gemm_tiled needs 8 work-items in dimension 1, this device allows 4"});
}

TEST_F(Fault18, TooLittleLocalMemoryIsSkippedBeforeTheLaunch) {
  const auto result = run_odd("local=1024", kTiled, {"--size", "32"});
  expect(result, ExitCode::kOk,
         {"tile 16 is skipped: gemm_tiled needs 2048 bytes of local memory, this device has 1024",
          "2 of 6 variants match"});
  const auto simulated = run_quick(wb::find_program("oclgrind"),
                                   {"--local-mem-size", "1024", (binaries() / kTiled).string(),
                                    "--self-test", "values", "--variant", "tile 16"});
  expect(simulated, ExitCode::kSkipped, {"2048 bytes of local memory, this device has 1024"});
}

TEST_F(Fault19, BuffersBeyondTheDeviceAreRefusedWithBothSizes) {
  run_quick(kTiled, {"--size", "16"});  // the ceilings are known then
  const auto one = run_odd("alloc=1000", kTiled, {"--size", "64"});
  expect(one, ExitCode::kEnvironment,
         {"buffer A needs 16 KiB, this device allows 1000 B", "try a smaller --size"});
  expect_no_table(one);
  EXPECT_THAT(left_, HasSubstr("memory objects 0 made"));  // refused before anything was allocated
  expect(run_odd("memory=10000", kTiled, {"--size", "64"}), ExitCode::kUsage,
         {"48 KiB", "this device has 9.8 KiB", "try a smaller --size"});
  EXPECT_THAT(left_, HasSubstr("memory objects 0 made"));
}

TEST_F(Fault20, CallAndObjectAreNamedInEveryChapterAndNothingLeaks) {
  for (const std::string chapter : {kTiled, "09_constant_image", "10_double_buffering"}) {
    SCOPED_TRACE(chapter);
    const std::string size = chapter[0] == '1' ? "4096" : "64";
    run_quick(chapter, {"--size", size});  // the ceilings are known then
    const auto buffer = run_odd("clCreateBuffer@2", chapter, {"--size", size});
    expect(buffer, ExitCode::kEnvironment,
           {"buffer ", ": clCreateBuffer failed: CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)"});
    expect_no_table(buffer);
    expect(run_odd("clEnqueueNDRangeKernel", chapter, {"--size", size}), ExitCode::kEnvironment,
           {"kernel ", ": clEnqueueNDRangeKernel failed: CL_OUT_OF_RESOURCES (-5)"});
    const auto finish = run_odd("clFinish", chapter, {"--size", size});
    expect(finish, ExitCode::kEnvironment, {": clFinish failed: CL_INVALID_COMMAND_QUEUE (-36)"});
    expect_no_table(finish);
  }
}

TEST_F(Fault21, WithoutImagesTheOtherHalfRuns) {
  expect(run_odd("images", "09_constant_image", {"--size", "64"}), ExitCode::kOk,
         {"this device has no images", "match the reference", "median ms"});
}

TEST_F(Fault21, WithoutDoublesTheOtherHalfRuns) {
  for (const char* variant : {"add", "float, double sums"}) {
    const auto result =
        run_odd("fp64", "16_arithmetic", {"--self-test", "values", "--variant", variant});
    EXPECT_THAT(result.out, HasSubstr("this device has no double precision (cl_khr_fp64)"));
    EXPECT_THAT(result.out, HasSubstr(" 0 failed"));
  }
}

TEST_F(Fault21, WithoutEventTimesNoTimelineIsDrawn) {
  expect(run_odd("profiling", "10_double_buffering", {"--size", "4096"}), ExitCode::kOk,
         {"median ms (host)", "Events are left out", "no timelines"});
}

// --- kernels ------------------------------------------------------------------------------------

TEST_F(Fault22, NanFromAKernelIsWrongAndInTheInputIsMatchedClassByClass) {
  const std::string nan = replaced(kernel_text(), "] = sum;", "] = NAN;");
  expect(run_small({"--variant", "row order"}, with_kernel(nan)), ExitCode::kWrong,
         {"row order is WRONG"});
  expect(run_small({"--data", "special"}), ExitCode::kOk, {"2 of 2 variants match"});
}

TEST_F(Fault23, HalfAndPastTheEndAreWrongAndTheLineIsNamed) {
  const std::string half = replaced(kernel_text(), "col >= N)", "col >= N / 2)");
  expect(run_small({"--variant", "row order"}, with_kernel(half)), ExitCode::kWrong,
         {"row order is WRONG", "never written"});
  const std::string past =
      replaced(kernel_text(), "] = sum;", "] = sum; if (row + col == 0) C[M * N] = 0;");
  expect(run_small({"--variant", "row order"}, with_kernel(past)), ExitCode::kWrong,
         {"row order is WRONG"});
  expect(run_small({"--self-test", "race", "--variant", "row order"}, with_kernel(past)),
         ExitCode::kWrong, {"row_order.cl:"});
}

TEST_F(Fault24, AMissingBarrierIsCaughtByTheRaceJudge) {
  const std::string file = "04_gemm_tiled/tiled.cl";
  const std::string racy = replaced(
      kernel_text(file),
      "barrier(CLK_LOCAL_MEM_FENCE);  // nobody overwrites a tile that is still being read", "");
  expect(run(kTiled, {"--self-test", "race", "--variant", "tile 8"}, with_kernel(racy, file)),
         ExitCode::kWrong, {"FAILED", "tiled.cl:"});
}

TEST_F(Fault25, ACrashIsReportedWithItsSignal) {
  const std::string answer =
      write("crash.cl", read(fs::path(WB_SOURCES) / "tests/exercises/hostile/null_pointer.cl"));
  expect(run(kTiled, {"--exercise=" + answer, "--limit", "5"}), ExitCode::kWrong, {"SIGSEGV"});
}

TEST_F(Fault25, TheOtherChaptersGoOn) {
  for (const char* name : {"ci/setup.sh", "bin/cmake", "build/bin/report"}) write_script(name, "");
  write_script("build/bin/01_a", "kill -SEGV $$\n");
  write_script("build/bin/02_b", "echo the second one ran\n");
  for (const char* name : {"01_a", "02_b"}) {
    fs::create_directories(folder() + "/tree/chapters/" + name);
  }
  const auto result = run_ci("run.sh");
  EXPECT_EQ(result.exit_code, 139) << result.out;
  for (const char* piece : {"the second one ran", "1 of 2 chapters ran to their end",
                            "01_a: crashed (signal 11, SEGV)"}) {
    EXPECT_THAT(result.out, HasSubstr(piece));
  }
}

TEST_F(Fault26, AnEndlessKernelIsEnded) {
  const std::string answer =
      write("loop.cl", read(fs::path(WB_SOURCES) / "tests/exercises/hostile/endless_loop.cl"));
  const auto result = run(kTiled, {"--exercise=" + answer, "--limit", "3"});
  expect(result, ExitCode::kWrong, {"did not finish"});
  EXPECT_LT(result.seconds, 60);
}

TEST_F(Fault26, ABuildThatNeverEndsIsEnded) {
  run_quick(kTiled, {"--size", "16"});
  for (const char* way : {"endless", "spinning"}) {
    const Environment world = {{"LD_PRELOAD", WB_SHIM}, {"WB_SHIM", way}, {"WB_BUILD_LIMIT", "2"}};
    const auto chapter = run_quick(kTiled, {"--size", "16"}, world);
    expect(chapter, ExitCode::kEnvironment,
           {"did not finish in 2 s", "--device", "WB_BUILD_LIMIT"});
    expect_no_table(chapter);
    EXPECT_LT(chapter.seconds, 30);
    const auto judge = run(kTiled, {"--exercise", "--limit", "5"}, world);
    expect_not_blamed(judge, ExitCode::kEnvironment,
                      {"did not finish in 2 s", "even a one-line kernel", "--device"});
  }
}

// A busy compiler uses up the processor time that was meant for the kernel.
TEST_F(Fault26, ABuildThatUsesUpTheKernelsTimeIsNotTheReadersLoop) {
  expect_not_blamed(run(kTiled, {"--exercise", "--limit", "1"},
                        {{"LD_PRELOAD", WB_SHIM}, {"WB_SHIM", "spinning"}}),
                    ExitCode::kEnvironment, {"even a one-line kernel"});
  const auto theirs = run(kTiled, {"--exercise", "--limit", "1"},
                          {{"LD_PRELOAD", WB_SHIM}, {"WB_SHIM", "spinning=gemm_abt"}});
  expect_not_blamed(theirs, ExitCode::kSkipped, {"A one-line kernel it does build"});
  const std::string root = exercise_root();
  const auto check =
      run("check", {"--root", root, "04"},
          {{"LD_PRELOAD", WB_SHIM}, {"WB_SHIM", "endless"}, {"WB_BUILD_LIMIT", "1"}});
  expect_not_blamed(check, ExitCode::kEnvironment, {"even a one-line kernel"});
  EXPECT_FALSE(fs::exists(root + "/.check.json")) << "no verdict is none to keep";
}

// --- files --------------------------------------------------------------------------------------

TEST_F(Fault27, ARunThatIsCutLeavesItsFilesOldOrWhole) {
  const std::string old = "{\"old\": true}\n";
  int cut = 0;
  for (int step = 0; step < 15; ++step) {
    fs::remove(folder() + "/a.csv");
    for (const char* name : {"a.json", "a.trace"}) write(name, old);
    const auto result =
        run_quick("/usr/bin/timeout",
                  {"-s", "KILL", std::to_string(0.02 + 0.05 * step),
                   (binaries() / kChapter).string(), "--size", "16", "--json", folder() + "/a.json",
                   "--trace", folder() + "/a.trace", "--csv", folder() + "/a.csv"});
    cut += result.exit_code != 0;
    for (const char* name : {"a.json", "a.trace"}) {
      EXPECT_FALSE(
          nlohmann::json::parse(read(folder() + "/" + name), nullptr, false).is_discarded())
          << name << " at step " << step;
    }
    const std::string table = read(folder() + "/a.csv");
    EXPECT_TRUE(table.empty() || table.back() == '\n') << table;
  }
  EXPECT_GT(cut, 0);
  // And cut for certain in the middle of a write: no file may grow beyond 1 KiB.
  write("a.json", old);
  const std::string command = "ulimit -f 2; exec '" + (binaries() / kChapter).string() +
                              "' --size 16 --rounds 1 --runs 1 --json '" + folder() + "/a.json'";
  const auto result = run("/bin/sh", {"-c", command});
  EXPECT_NE(result.exit_code, 0) << result.out;
  EXPECT_EQ(read(folder() + "/a.json"), old);
}

TEST_F(Fault27, ACheckThatIsCutLeavesItsProgressReadable) {
  const fs::path root = exercise_root();
  for (int step = 0; step < 15; ++step) {
    run("/usr/bin/timeout",
        {"-s", "KILL", std::to_string(0.002 * (step + 1)), (binaries() / "check").string(),
         "--root", root.string(), "--hint", "04"});
    const fs::path state = root / ".check.json";
    if (fs::exists(state)) {
      EXPECT_FALSE(nlohmann::json::parse(read(state), nullptr, false).is_discarded()) << step;
    }
  }
  EXPECT_THAT(run("check", {"--root", root.string()}).out, Not(HasSubstr("cannot be read")));
}

// Whenever a run is killed in the midst of its writing: each file is whole or not there, one more
// that is half-written may lie beside it but no number of them, and the next run is content and
// leaves none.
TEST_F(Fault27, WhateverIsKilledWhileItWritesLeavesFilesThatTheNextRunReads) {
  const std::string place = folder() + "/place", root = exercise_root();
  fs::create_directories(place);
  struct Writer {
    const char* program;
    std::vector<std::string> arguments;
    Environment environment;
    std::string oddities, place;
  };
  const std::vector<std::string> quick = {"--size", "16", "--rounds", "1", "--runs", "1"};
  auto outputs = quick;
  for (const char* word : {"--json", "--trace"}) {
    outputs.insert(outputs.end(), {word, place + "/" + (word + 2) + ".json"});
  }
  const std::vector<Writer> writers = {
      {kChapter, outputs, {}, "", place},
      // Little memory, so that the ceilings are measured soon.
      {kChapter, quick, {{"XDG_CACHE_HOME", place}}, ",alloc=1048576", place},
      {"check", {"--root", root, "--hint", "04"}, {}, "", root},
      {"17_tuning_search",
       {"sum", "--size", "4096", "--builds", "2", "--seconds", "20"},
       {{"XDG_CACHE_HOME", place}, {"WB_TUNED", place + "/tuned.json"}},
       "",
       place}};
  for (const Writer& writer : writers) {
    SCOPED_TRACE(writer.program + writer.oddities);
    const auto before = files_in(writer.place).size();
    Environment environment = writer.environment;
    environment["LD_PRELOAD"] = WB_SHIM;
    int cuts = 0;
    for (int step = 1; step <= 12; ++step) {
      SCOPED_TRACE(step);
      environment["WB_SHIM"] = "cut=" + std::to_string(step) + writer.oddities;
      const auto result = run(writer.program, writer.arguments, environment);
      if (result.signal == 0) break;  // it has fewer steps
      ++cuts;
      EXPECT_EQ(result.signal, SIGKILL) << result.out;
      EXPECT_EQ(unreadable(writer.place), "");
      EXPECT_LE(halves(writer.place), 2);
    }
    EXPECT_GE(cuts, 2);
    environment["WB_SHIM"] = "none" + writer.oddities;
    std::vector<std::string> arguments = writer.arguments;
    for (std::string& word : arguments) {
      if (word == "2") word = "20";  // the search has given up what it was at when it was cut
    }
    expect(run(writer.program, arguments, environment), ExitCode::kOk);
    EXPECT_EQ(unreadable(writer.place), "");
    EXPECT_EQ(halves(writer.place), 0);
    EXPECT_GT(files_in(writer.place).size(), before);
    if (writer.place == place) fs::remove_all(place), fs::create_directories(place);
  }
}

// --- the machinery ------------------------------------------------------------------------------

class CiTest : public ChapterTest {
 protected:
  // ci/test.sh in CI, where ctest is a script that says what ours would: nothing is built.
  wb::ProcessResult run_tests(const std::string& line, const std::string& log) {
    for (const char* name : {"ci/setup.sh", "ci/book.sh", "bin/cmake"}) write_script(name, "");
    write("tree/line", line);
    write("tree/build/Testing/Temporary/LastTest.log", log);
    write_script("bin/ctest",
                 "[ -s line ] && exec cat line\n"
                 "echo 'No tests were found!!!'\n"
                 "case \"$*\" in *--no-tests=error*) exit 8 ;; esac\n");
    return run_ci("test.sh", {{"CI", "true"}});
  }
};
using Fault28 = CiTest;
using Fault29 = CiTest;

TEST_F(Fault28, AFilterThatFindsNothingFails) {
  const auto none = run("faults_test", {"--gtest_filter=NoSuch.Test"});
  expect(none, ExitCode::kWrong, {"no test has that name"});
  EXPECT_NE(run_tests("", "").exit_code, 0);
  expect(run_tests("1/1 Test #1: a ...   Passed    0.10 sec\n", ""), ExitCode::kOk);
}

TEST_F(Fault28, TestsThatAreAllSkippedFailInCi) {
  const auto result = run_tests("1/1 Test #1: chapter/x ...***Skipped   0.10 sec\n",
                                "1/1 Testing: chapter/x\nOutput:\n------\nno OpenCL device found\n"
                                "<end of output>\n");
  expect(result, ExitCode::kWrong,
         {"in CI this may not be skipped: chapter/x: no OpenCL device found"});
}

TEST_F(Fault29, WithoutOclgrindRaceSaysWhatToInstall) {
  const auto result = run_small({"--race"}, {{"PATH", "/nowhere"}});
  expect(result, ExitCode::kSkipped, {"oclgrind is not installed", "install the package"});
  const auto lens = run_small({"--lens"}, {{"WB_LENS_PLUGIN", "/nonexistent/plugin.so"}});
  expect(lens, ExitCode::kSkipped, {"/nonexistent/plugin.so"});
  // A reader may go on without; CI may not.
  const auto tested = run_chapter({"--self-test", "race"}, {{"PATH", "/nowhere"}});
  expect(tested, ExitCode::kSkipped, {"oclgrind is not installed"});
  expect(run_tests("1/1 Test #1: race/x ...***Skipped   0.10 sec\n",
                   "1/1 Testing: race/x\nOutput:\n------\n" + tested.out + "<end of output>\n"),
         ExitCode::kWrong, {"in CI this may not be skipped: race/x", "oclgrind is not installed"});
}

TEST_F(Fault30, TheWeaverNamesFileAndLine) {
  write("CMakeLists.txt", "");
  write("kernels/07_x/x.cl", "// <load>\nint x;\n// </load>\n");
  write("book/page.md", "# A page\n\n<!-- snippet kernels/07_x/x.cl lost -->\n");
  const auto weave = [&](const std::vector<std::string>& more = {"--check"}) {
    std::vector<std::string> arguments = {"--root", folder()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run("weave", arguments);
  };
  const auto wrong = [&](const std::vector<std::string>& pieces, ExitCode code = ExitCode::kWrong) {
    expect(weave(), code, pieces);
  };
  wrong({"book/page.md:3: no tag <lost> in kernels/07_x/x.cl; it has: load",
         "kernels/07_x/x.cl:1: "});  // of the tag that no page shows
  write("book/results/x.json", "{");
  wrong({"book/results/x.json:1: not JSON"}, ExitCode::kEnvironment);
  fs::remove(folder() + "/book/results/x.json");

  // A figure of a run, which then changes.
  const auto ran = run_small({"--json", folder() + "/run.json"});
  expect(ran, ExitCode::kOk);
  const std::string device = folder() + "/book/results/here.json";
  expect(run("weave", {"record", device, folder() + "/run.json", write("run.txt", ran.out),
                       "--label", "here"}),
         ExitCode::kOk);
  write("book/page.md",
        "# A page\n\n<!-- snippet kernels/07_x/x.cl load -->\n\n"
        "<!-- figure f stem=03_gemm_naive experiment=gemm kind=bars devices=here "
        "metric=time.gflops -->\n");
  expect(weave({}), ExitCode::kOk);
  expect(weave(), ExitCode::kOk);
  auto document = nlohmann::json::parse(read(device));
  for (auto& each : document["documents"]) {
    for (auto& row : each["rows"]) row["time"]["gflops"] = 123;
  }
  const std::string before = read(device);
  write("book/results/here.json", document.dump(1));
  wrong({"book/page.md:", "book/figures/f.svg is stale: run weave"});
  write("book/results/here.json", before);
  expect(weave(), ExitCode::kOk);
  fs::remove(device);
  wrong({"book/page.md:", "here"});
}

}  // namespace
