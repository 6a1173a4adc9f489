// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What a confined child can and cannot reach, tried with the system's own programs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "wb/process.hpp"

namespace {

namespace fs = std::filesystem;

constexpr const char* kSecret = SOURCE "/tests/exercises/solutions/04_gemm_tiled.cl";

class Confined : public testing::Test {
 protected:
  wb::TemporaryDirectory scratch_, elsewhere_;

  void SetUp() override {
    if (const std::string gap = wb::confinement_gap(); !gap.empty()) GTEST_SKIP() << gap;
  }
  wb::Command command(const std::string& line) const {
    wb::Command command;
    command.argv = {"/bin/sh", "-c", line};
    command.confinement.emplace();
    command.confinement->readable = {"/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache"};
    command.confinement->writable = {scratch_.path()};
    return command;
  }
  wb::ProcessResult run(const std::string& line) const { return wb::run_process(command(line)); }
};

TEST_F(Confined, ReadsWhatItMayAndNothingElse) {
  EXPECT_EQ(run("cat /usr/bin/env > /dev/null").exit_code, 0);
  EXPECT_NE(run(std::string("cat ") + kSecret).exit_code, 0);
  EXPECT_EQ(run(std::string("cat ") + kSecret).out, "");
  wb::Command free = command(std::string("cat ") + kSecret);
  free.confinement.reset();
  EXPECT_TRUE(wb::run_process(free).ok()) << "the test would prove nothing";
}

TEST_F(Confined, WritesIntoItsScratchFolderOnly) {
  const std::string mine = scratch_.path() + "/a", other = elsewhere_.path() + "/a";
  EXPECT_TRUE(
      run("mkdir " + mine + " && echo x > " + mine + "/b && mv " + mine + "/b " + mine + "/../c")
          .ok());
  EXPECT_FALSE(run("echo x > " + other).ok());
  std::ofstream(other) << "kept";
  EXPECT_FALSE(run("rm " + other).ok());
  EXPECT_FALSE(run("ln " + other + " " + scratch_.path() + "/link").ok());
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(Confined, CannotLeaveTheGroupThatIsKilled) {
  const std::string mark = scratch_.path() + "/alive";
  // Would write after its parent has ended, from a session of its own.
  run("setsid sh -c 'sleep 1; echo x > " + mark + "' & sleep 0.1");
  run("sleep 1.5");
  EXPECT_FALSE(fs::exists(mark));
}

TEST_F(Confined, CannotSignalItsJudge) {
  EXPECT_NE(run("kill -0 " + std::to_string(getpid())).exit_code, 0);
}

TEST_F(Confined, EndsAtEachLimit) {
  wb::Command busy = command("while :; do :; done");
  busy.confinement->cpu_seconds = 1;
  EXPECT_EQ(wb::run_process(busy).describe(), "did not finish in the processor time it may use");
  wb::Command flood = command("yes");
  flood.flood_limit = 1 << 20;
  const wb::ProcessResult result = wb::run_process(flood);
  EXPECT_TRUE(result.flooded);
  EXPECT_EQ(result.describe(), "printed more than 1024 KiB");
  wb::Command large = command("head -c 20000000 /dev/zero > " + scratch_.path() + "/large");
  large.confinement->file_bytes = 1 << 20;
  EXPECT_FALSE(wb::run_process(large).ok());
  EXPECT_LE(fs::file_size(scratch_.path() + "/large"), 1u << 20);
}

TEST_F(Confined, FilesOfAChildAreReadWithoutTrust) {
  const std::string fifo = scratch_.path() + "/fifo", link = scratch_.path() + "/link";
  ASSERT_TRUE(run("mkfifo " + fifo).ok());
  fs::create_symlink(kSecret, link);
  EXPECT_FALSE(wb::read_left_file(fifo, 100));
  EXPECT_FALSE(wb::read_left_file(link, 1 << 20));
  std::ofstream(scratch_.path() + "/plain") << "bytes";
  EXPECT_EQ(wb::read_left_file(scratch_.path() + "/plain", 100), "bytes");
  EXPECT_FALSE(wb::read_left_file(scratch_.path() + "/plain", 4));
}

TEST(Without, ExpandsAFolderAroundWhatIsHidden) {
  const wb::TemporaryDirectory tree;
  for (const char* folder : {"/a/solutions", "/a/kernels", "/b"}) {
    fs::create_directories(tree.path() + folder);
  }
  const std::string hidden = tree.path() + "/a/solutions";
  EXPECT_EQ(wb::without(tree.path() + "/b", {hidden}).size(), 1u);
  EXPECT_TRUE(wb::without(hidden, {hidden}).empty());
  const auto rest = wb::without(tree.path(), {hidden});
  EXPECT_EQ(rest.size(), 2u);
  for (const std::string& path : rest) EXPECT_EQ(path.find("solutions"), std::string::npos);
}

}  // namespace
