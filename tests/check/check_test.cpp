// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// build/bin/check in a working copy of its own, with right, wrong and hostile answers.
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

constexpr const char* kSolution = SOURCE "/tests/exercises/solutions/04_gemm_tiled.cl";

class Check : public testing::Test {
 protected:
  wb::TemporaryDirectory root_;
  const std::string mine_ = root_.path() + "/chapters/04_gemm_tiled/exercise.cl";

  void SetUp() override {
    write(mine_, read(SOURCE "/chapters/04_gemm_tiled/exercise.cl"));
    write(root_.path() + "/tests/exercises/solutions/04_gemm_tiled.cl", read(kSolution));
    fs::create_directories(root_.path() + "/tests/exercises/patterns");
    fs::copy(SOURCE "/tests/exercises/patterns", root_.path() + "/tests/exercises/patterns");
  }
  wb::ProcessResult run(std::vector<std::string> arguments) const {
    wb::Command command;
    command.argv = {CHECK, "--root", root_.path()};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.time_limit = std::chrono::seconds(800);
    return wb::run_process(command);
  }
  // One kernel judged, with little processor time for each run.
  wb::ProcessResult judged(const std::string& kernel) {
    write(mine_, kernel);
    return run({"04", "--limit", "5"});
  }
  wb::ProcessResult hostile(const std::string& name) {
    return judged(read(std::string(SOURCE "/tests/exercises/hostile/") + name + ".cl"));
  }
};

TEST_F(Check, FreshCopyHasNothingSolved) {
  const wb::ProcessResult result = run({});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.out, "0 of 1 solved")) << result.out;
  EXPECT_FALSE(fs::exists(root_.path() + "/.check.json")) << "looking changes nothing";
}

TEST_F(Check, StarterIsNotSolvedAndItsSolutionNotShown) {
  const wb::ProcessResult result = run({"04"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "global_load_sectors")) << result.out;
  EXPECT_TRUE(has(result.out, "exercise.cl:")) << result.out;
  EXPECT_FALSE(has(result.out, "solutions")) << result.out;
  EXPECT_TRUE(has(run({}).out, "wrong"));
}

TEST_F(Check, SolutionIsSolvedAndKeptUntilTheFileChanges) {
  write(mine_, read(kSolution));
  const wb::ProcessResult result = run({"4", "--junit", root_.path() + "/junit.xml"});
  ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "compare with tests/exercises/solutions/04_gemm_tiled.cl"));
  EXPECT_TRUE(has(read(root_.path() + "/junit.xml"), "failures=\"0\""));
  const wb::ProcessResult list = run({"--json", "-"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_TRUE(has(list.out, "\"solved\": 1"));
  // A run that was cut while it saved leaves this; a half-written state is said and not believed.
  write(root_.path() + "/.check.json.part", "{\"ver");
  EXPECT_EQ(run({}).exit_code, 0);
  const std::string state = read(root_.path() + "/.check.json");
  write(root_.path() + "/.check.json", state.substr(0, state.size() / 2));
  const wb::ProcessResult cut = run({});
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_TRUE(has(cut.err, "cannot be read")) << cut.err;
  write(root_.path() + "/.check.json", state);
  write(mine_, read(kSolution) + "\n// a remark changes nothing\n");
  EXPECT_EQ(run({}).exit_code, 0);
  write(mine_, read(kSolution) + "\nint x;\n");
  EXPECT_TRUE(has(run({}).out, "unsolved"));
}

TEST_F(Check, ShowsThreeHintsOneByOne) {
  std::string last;
  for (const char* head : {"hint 1 of 3", "hint 2 of 3", "hint 3 of 3", "hint 3 of 3"}) {
    const wb::ProcessResult result = run({"--hint", "04"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(has(result.out, head)) << result.out;
    last = result.out;
  }
  EXPECT_TRUE(has(last, "barrier"));
}

TEST_F(Check, RefusesWhatIsNotThere) {
  EXPECT_EQ(run({"99"}).exit_code, 2);
  EXPECT_EQ(run({"--grade", "/nonexistent"}).exit_code, 2);
  EXPECT_EQ(run({"--no-such-flag"}).exit_code, 2);
}

TEST_F(Check, WrongValuesAreDrawnAndPlaced) {
  const wb::ProcessResult result =
      judged(read(SOURCE "/tests/exercises/wrong/04_gemm_tiled/tail_dropped.cl"));
  EXPECT_EQ(result.exit_code, 1);
  for (const char* part :
       {"elements of C are wrong", ". right  x wrong", "C is stored at", "work-item",
        "re-read   book/04_gemm_tiled.md", "guess     ", "tail_dropped"}) {
    EXPECT_TRUE(has(result.out, part)) << part << " is missing:\n" << result.out;
  }
}

TEST_F(Check, SyntaxErrorNamesTheReadersLine) {
  const wb::ProcessResult result = judged("__kernel void gemm_abt(int M) {\n  int a = ;\n}\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.out, "exercise.cl:2")) << result.out;
}

TEST_F(Check, EndlessLoopIsEnded) {
  const wb::ProcessResult result = hostile("endless_loop");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "did not finish")) << result.out;
  EXPECT_LT(result.seconds, 200);
}

TEST_F(Check, CrashIsReported) {
  const wb::ProcessResult result = hostile("null_pointer");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "SIGSEGV")) << result.out;
}

TEST_F(Check, FloodIsEnded) {
  const wb::ProcessResult result = hostile("gigabyte_of_output");
  EXPECT_EQ(result.exit_code, 1) << result.out.substr(0, 3000) << result.err;
  EXPECT_TRUE(has(result.out, "printed more than 1024 KiB"));
  EXPECT_LT(result.out.size(), 10000u);
}

TEST_F(Check, PrintedVerdictIsAWordOnly) {
  const wb::ProcessResult result = hostile("says_solved");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "  | solved")) << result.out;
  EXPECT_TRUE(has(result.out, "never written")) << result.out;
}

TEST_F(Check, MemoryHogIsReported) {
  const wb::ProcessResult result = hostile("takes_memory");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
}

TEST_F(Check, SolutionCannotBeIncluded) {
  const wb::ProcessResult result = judged(std::string("#include \"") + kSolution + "\"\n");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "does not build")) << result.out;
  EXPECT_FALSE(has(result.out, "tile_b[y][x] =")) << result.out;
  // A file that the child may read can be included: what stopped it above was the lock.
  const wb::ProcessResult open = judged("#include \"" SOURCE "/kernels/04_gemm_tiled/tiled.cl\"\n" +
                                        read(kSolution).substr(0));
  EXPECT_FALSE(has(open.out, "file not found")) << open.out;
}

TEST_F(Check, WatchJudgesAgain) {
  const wb::ProcessResult result = run({"--watch", "04", "--watch-runs", "1"});
  EXPECT_EQ(result.exit_code, 1) << result.out;
}

TEST_F(Check, GradesAClass) {
  const std::string dir = root_.path() + "/class";
  const std::string wrong = SOURCE "/tests/exercises/wrong/04_gemm_tiled/";
  write(dir + "/ada/04_gemm_tiled.cl", read(kSolution));
  write(dir + "/ben/chapters/04_gemm_tiled/exercise.cl", read(wrong + "barrier_after_use.cl"));
  write(dir + "/cleo/notes.txt", "nothing handed in");
  fs::create_directories(dir + "/dan");
  fs::create_symlink(kSolution, dir + "/dan/04_gemm_tiled.cl");
  const wb::ProcessResult result = run({"--grade", dir, "--json", root_.path() + "/class.json"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "1 of 1")) << result.out;
  EXPECT_TRUE(has(result.out, "race")) << result.out;
  EXPECT_TRUE(has(result.out, "barrier_after_use")) << result.out;
  const std::string json = read(root_.path() + "/class.json");
  EXPECT_EQ(json.find("\"status\": \"solved\""), json.rfind("\"status\": \"solved\"")) << json;
}

TEST_F(Check, CatalogueFailsOnWhatItMustFind) {
  const std::string exercises = root_.path() + "/tests/exercises/";
  const std::string zeros = read(SOURCE "/tests/exercises/wrong/04_gemm_tiled/zeros.cl");
  const std::string code = zeros.substr(zeros.find('\n') + 1);
  const std::string licence = code.substr(0, code.find('\n') + 1);
  write(exercises + "wrong/04_gemm_tiled/a.cl",
        "// wrong: survivor; judge: values; says: wrong\n" + licence + read(kSolution));
  write(exercises + "wrong/04_gemm_tiled/b.cl",
        "// wrong: other judge; judge: race; says: x\n" + code);
  write(exercises + "wrong/04_gemm_tiled/c.cl",
        "// wrong: other words; judge: values; says: no such words\n" + code);
  write(exercises + "wrong/04_gemm_tiled/d.cl", "// no head\n" + code);
  write(exercises + "wrong/04_gemm_tiled/f.cl",
        "// wrong: long head; judge: values; says: a\n// sentence in two lines\n" + code);
  write(exercises + "alike/04_gemm_tiled/e.cl", "// alike: not right at all\n" + code);
  const wb::ProcessResult result = run({"--catalogue", "--matrix", root_.path() + "/page.md"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  for (const char* part :
       {"FAILED wrong survivor: survives every judge",
        "other judge: is stopped by values, not by race", "values does not say \"no such words\"",
        "FAILED wrong d: its first line is no",
        "FAILED wrong long head: its second line is no licence",
        "FAILED alike not right at all: rejected by values", "5 of 6 promised", "1 of 2 promised",
        "is not current"}) {
    EXPECT_TRUE(has(result.out, part)) << part << " is missing:\n" << result.out;
  }
}

}  // namespace
