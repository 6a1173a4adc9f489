// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// build/bin/check on exercises in host code, with right, wrong and hostile answers to chapter 01's.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "wb/process.hpp"

namespace {

namespace fs = std::filesystem;

std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kSolution = SOURCE "/tests/exercises/solutions/01_platform_query.cpp";

class HostCheck : public testing::Test {
 protected:
  wb::TemporaryDirectory root_;
  const std::string mine_ = root_.path() + "/chapters/01_platform_query/exercise.cpp";

  void SetUp() override {
    write(mine_, read(SOURCE "/chapters/01_platform_query/exercise.cpp"));
    write(root_.path() + "/tests/exercises/solutions/01_platform_query.cpp", read(kSolution));
    const std::string patterns = "/tests/exercises/patterns";
    fs::create_directories(root_.path() + patterns);
    fs::copy(SOURCE + patterns, root_.path() + patterns);
  }
  wb::ProcessResult run(std::vector<std::string> arguments) const {
    wb::Command command;
    command.argv = {CHECK, "--root", root_.path(), "--limit", "5"};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.time_limit = std::chrono::seconds(800);
    return wb::run_process(command);
  }
  wb::ProcessResult judged(const std::string& code) {
    write(mine_, code);
    return run({"01"});
  }
  // Not solved, with this in what the reader sees.
  void refused(const std::string& name, const std::string& part) {
    const wb::ProcessResult result =
        judged(read(std::string(SOURCE "/tests/exercises/hostile/") + name + ".cpp"));
    EXPECT_EQ(result.exit_code, 1) << result.out.substr(0, 3000) << result.err;
    EXPECT_TRUE(has(result.out, part)) << part << " is missing:\n" << result.out.substr(0, 3000);
    EXPECT_TRUE(has(result.out, "not solved yet")) << result.out.substr(0, 3000);
    EXPECT_LT(result.out.size(), 10000u);
  }
};

TEST_F(HostCheck, StarterBuildsAndIsNotSolved) {
  const wb::ProcessResult result = run({"01"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "rules   FAILED")) << result.out;
  EXPECT_FALSE(has(result.out, "solutions")) << result.out;
}

TEST_F(HostCheck, SolutionIsSolved) {
  write(mine_, read(kSolution));
  const wb::ProcessResult result = run({"1", "--junit", root_.path() + "/junit.xml"});
  ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "compare with tests/exercises/solutions/01_platform_query.cpp"));
  EXPECT_TRUE(has(read(root_.path() + "/junit.xml"), "failures=\"0\""));
  EXPECT_TRUE(has(run({"--json", "-"}).out, "\"solved\": 1"));
  EXPECT_TRUE(has(run({"--hint", "01"}).out, "hint 1 of 3"));
}

TEST_F(HostCheck, WatchSeesASaveAndEndsWhenSolved) {
  // An editor that replaces the file while check waits.
  const std::string next = root_.path() + "/next.cpp";
  write(next, read(kSolution));
  wb::Command command;
  command.argv = {"/bin/sh", "-c",
                  std::string(CHECK) + " --root " + root_.path() +
                      " --watch 01 & p=$!; sleep 12; mv " + next + " " + mine_ + "; wait $p"};
  command.time_limit = std::chrono::seconds(800);
  const wb::ProcessResult result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "waiting for you to save")) << result.out;
  EXPECT_TRUE(has(result.out, "compare with")) << result.out;
}

TEST_F(HostCheck, ManualRunJudgesOnEnterOnly) {
  const auto typed = [&](const std::string& keys) {
    wb::Command command;
    command.argv = {
        "/bin/sh", "-c",
        "printf '" + keys + "' | " + CHECK + " --root " + root_.path() + " --manual-run 01"};
    command.time_limit = std::chrono::seconds(800);
    return wb::run_process(command);
  };
  const auto judged = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("judging 01", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const wb::ProcessResult once = typed("q\\n"), twice = typed("\\n");
  EXPECT_EQ(once.exit_code, 1) << once.out << once.err;
  EXPECT_EQ(judged(once.out), 1u) << once.out;
  EXPECT_EQ(judged(twice.out), 2u) << twice.out;
}

TEST_F(HostCheck, CompilersMessageNamesTheReadersLine) {
  const wb::ProcessResult result =
      judged("#include \"exercise.hpp\"\nnamespace exercise {\nLaunch choose_launch(\n}\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.out, "does not build")) << result.out;
  EXPECT_TRUE(has(result.out, "exercise.cpp:4:")) << result.out;
}

TEST_F(HostCheck, FunctionThatIsGoneIsNamed) {
  const wb::ProcessResult result = judged("int main() { return 0; }\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.out, "does not define choose_launch")) << result.out;
}

TEST_F(HostCheck, HeaderOfASubmissionIsNotUsed) {
  write(fs::path(mine_).parent_path().string() + "/exercise.hpp", "#error this one\n");
  write(mine_, read(kSolution));
  const wb::ProcessResult result = run({"01"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST_F(HostCheck, CompilerCannotReadTheSolution) {
  if (!wb::confinement_gap().empty()) GTEST_SKIP() << wb::confinement_gap();
  const wb::ProcessResult result = judged(std::string("#include \"") + kSolution + "\"\n");
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_FALSE(has(result.out, "limits.kernel_work_group_size)")) << result.out;
  // Nor by way of the assembler, which reads files too.
  const wb::ProcessResult assembled = judged(
      std::string("#include \"exercise.hpp\"\nasm(\".incbin \\\"") + kSolution + "\\\"\");\n");
  EXPECT_EQ(assembled.exit_code, 1) << assembled.out;
}

TEST_F(HostCheck, CompilerThatRunsForEverIsEnded) {
  const wb::ProcessResult result = judged(
      "template <int N> struct A { A<N + 1>* p; A<N + 1> a; };\n"
      "constexpr long f(long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
      "static_assert(f(45) > 0);\n");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "does not build")) << result.out;
}

TEST_F(HostCheck, EndlessLoopIsEnded) {
  refused("endless_host", "processor time it may use");
}
TEST_F(HostCheck, SleeperIsEnded) {
  refused("sleeps", "did not finish");
}
TEST_F(HostCheck, FloodIsEnded) {
  refused("ten_gigabytes", "printed more than 1024 KiB");
}
TEST_F(HostCheck, ForkBombIsEnded) {
  refused("fork_bomb", "more processes than it may");
}
TEST_F(HostCheck, EarlyExitIsNoPass) {
  refused("exits_early", "exit code 0");
}
TEST_F(HostCheck, ExitWhileLoadingIsNoPass) {
  refused("exits_at_load", "exit code 0");
}
TEST_F(HostCheck, PrintedVerdictIsAWordOnly) {
  refused("says_solved_host", "  | solved");
}
TEST_F(HostCheck, CrashIsReported) {
  refused("crashes", "SIGSEGV");
}
TEST_F(HostCheck, AbortIsReported) {
  refused("aborts", "SIGABRT");
}
TEST_F(HostCheck, MemoryHogIsReported) {
  refused("takes_all_memory", "rules   FAILED");
}
TEST_F(HostCheck, WhateverIsThrownIsReported) {
  refused("throws_a_number", "no std::exception");
}
TEST_F(HostCheck, FilesOfItsOwnAreNoAnswers) {
  refused("writes_verdict", "wrong size");
  refused("empty_answers", "wrong size");
}

TEST_F(HostCheck, ReachesNeitherJudgeNorSolution) {
  if (!wb::confinement_gap().empty()) GTEST_SKIP() << wb::confinement_gap();
  for (const char* name : {"kills_its_judge", "reads_the_solution"}) {
    std::string code = read(std::string(SOURCE "/tests/exercises/hostile/") + name + ".cpp");
    code = "#define SOLUTIONS \"" SOURCE "/tests/exercises/solutions\"\n" + code;
    const wb::ProcessResult result = judged(code);
    EXPECT_EQ(result.exit_code, 1) << result.out;
    EXPECT_FALSE(has(result.out, "your code printed")) << result.out;
    EXPECT_FALSE(has(result.out, "found it")) << result.out;
    EXPECT_FALSE(has(result.out, "reached")) << result.out;
  }
}

TEST_F(HostCheck, NothingIsLeftBehind) {
  fs::remove("/tmp/wb_hostile_daemon");
  refused("leaves_a_daemon", "exit code 0");
  sleep(3);
  EXPECT_FALSE(fs::exists("/tmp/wb_hostile_daemon"));
}

TEST_F(HostCheck, GradesBothKindsOfFolder) {
  const std::string dir = root_.path() + "/class";
  const std::string wrong = SOURCE "/tests/exercises/wrong/01_platform_query/";
  write(dir + "/ada/01_platform_query.cpp", read(kSolution));
  write(dir + "/ben/chapters/01_platform_query/exercise.cpp", read(wrong + "not_rounded_up.cpp"));
  const wb::ProcessResult result = run({"--grade", dir});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "1 of 1")) << result.out;
  EXPECT_TRUE(has(result.out, "not_rounded_up")) << result.out;
}

}  // namespace
