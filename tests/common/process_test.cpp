// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/process.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

namespace {

using testing::HasSubstr;
using wb::Command;
using wb::ProcessResult;
using wb::run_process;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

Command shell(const std::string& script) {
  Command command;
  command.argv = {"sh", "-c", script};
  return command;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Waits up to five seconds for something that other processes bring about.
bool becomes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

/// True while the process runs; a zombie that nobody has reaped yet does not.
bool is_running(const std::string& pid) {
  const std::string stat = read_file("/proc/" + pid + "/stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.compare(name_end, 3, ") Z") != 0;
}

std::string first_line(const std::string& path) {
  const std::string text = read_file(path);
  const std::size_t end = text.find('\n');
  return end == std::string::npos ? "" : text.substr(0, end);
}

TEST(Process, KeepsExitCodeAndBothStreams) {
  const ProcessResult r = run_process(shell("echo to out; echo to err >&2; exit 3"));
  EXPECT_TRUE(r.started);
  EXPECT_FALSE(r.ok());
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_EQ(r.signal, 0);
  EXPECT_EQ(r.out, "to out\n");
  EXPECT_EQ(r.err, "to err\n");
  EXPECT_EQ(r.describe(), "exit code 3");
  EXPECT_TRUE(run_process(shell("exit 0")).ok());
}

TEST(Process, NamesTheSignal) {
  const ProcessResult crash = run_process(shell("kill -SEGV $$"));
  EXPECT_EQ(crash.signal, SIGSEGV);
  EXPECT_EQ(crash.exit_code, -1);
  EXPECT_FALSE(crash.ok());
  EXPECT_EQ(crash.describe(), "crashed (signal 11, SIGSEGV)");
  EXPECT_EQ(run_process(shell("kill -KILL $$")).describe(), "was killed (signal 9, SIGKILL)");
}

TEST(Process, EndsAtTheTimeLimit) {
  Command command = shell("echo before; exec sleep 100");
  command.time_limit = 300ms;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.timed_out);
  EXPECT_FALSE(r.ok());
  EXPECT_EQ(r.signal, SIGTERM);
  EXPECT_EQ(r.out, "before\n");
  EXPECT_EQ(r.describe(), "did not finish in 0.3 s");
  EXPECT_GE(r.seconds, 0.3);
  EXPECT_LT(r.seconds, 2.0);
}

TEST(Process, KillsWhatIgnoresTheTerminationSignal) {
  Command command = shell("trap '' TERM; while :; do sleep 0.1; done");
  command.time_limit = 200ms;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.timed_out);
  EXPECT_EQ(r.signal, SIGKILL);
  EXPECT_GE(r.seconds, 2.2);
  EXPECT_LT(r.seconds, 10.0);
}

TEST(Process, GivesTimeToEndTidily) {
  Command command = shell("trap 'echo tidy; exit 5' TERM; while :; do sleep 0.1; done");
  command.time_limit = 300ms;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.timed_out);
  EXPECT_FALSE(r.ok());
  EXPECT_EQ(r.out, "tidy\n");
}

TEST(Process, GivesTheWholeGroupTimeToEndTidily) {
  Command command = shell(
      "trap : TERM; sh -c 'trap \"echo tidy; exit\" TERM; while :; do sleep 0.1; done' & wait; "
      "wait");
  command.time_limit = 300ms;
  EXPECT_EQ(run_process(command).out, "tidy\n");
}

TEST(Process, KeepsOutputUpToTheLimitAndReadsTheRest) {
  Command command = shell("head -c 100000000 /dev/zero && echo end >&2");
  command.output_limit = 1000;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.ok()) << r.describe();
  EXPECT_EQ(r.out.size(), 1000u);
  EXPECT_EQ(r.err, "end\n");
}

TEST(Process, DrainsTwoLargeStreamsAtOnce) {
  // Each stream is far larger than a pipe: reading one after the other would wait for ever.
  Command command = shell("head -c 3000000 /dev/zero >&2; head -c 5000000 /dev/zero");
  command.time_limit = 20s;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.ok()) << r.describe();
  EXPECT_EQ(r.err.size(), 3000000u);
  EXPECT_EQ(r.out.size(), 5000000u);
}

TEST(Process, MergesStreamsInOrder) {
  Command command = shell("echo 1; echo 2 >&2; echo 3");
  command.merge_streams = true;
  const ProcessResult r = run_process(command);
  EXPECT_EQ(r.out, "1\n2\n3\n");
  EXPECT_EQ(r.err, "");
}

TEST(Process, PassesThrough) {
  testing::internal::CaptureStdout();
  Command command = shell("echo straight through");
  command.pass_through = true;
  const ProcessResult r = run_process(command);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "straight through\n");
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.out, "");
}

TEST(Process, KeepsWhatIsWrittenToANamedPipe) {
  const wb::TemporaryDirectory folder;
  Command command = shell("echo first > $LOG; sleep 0.1; echo second > $LOG; (echo third > $LOG)");
  command.pipe = folder.path() + "/log";
  command.environment["LOG"] = command.pipe;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.ok()) << r.err;
  // Each opening would have emptied a file.
  EXPECT_EQ(r.piped, "first\nsecond\nthird\n");
  EXPECT_EQ(r.out, "");
  EXPECT_FALSE(fs::exists(command.pipe));

  command = shell("head -c 3000000 /dev/zero > $LOG; head -c 3000000 /dev/zero");
  command.pipe = folder.path() + "/log";
  command.environment["LOG"] = command.pipe;
  EXPECT_EQ(run_process(command).piped.size(), 3000000u);

  command.pipe = folder.path() + "/nowhere/log";
  EXPECT_FALSE(run_process(command).started);
  EXPECT_THAT(run_process(command).err, HasSubstr(command.pipe));
}

TEST(Process, SaysWhyItDidNotStart) {
  Command command;
  const ProcessResult empty = run_process(command);
  EXPECT_FALSE(empty.started);

  command.argv = {"no-such-program-here"};
  const ProcessResult missing = run_process(command);
  EXPECT_FALSE(missing.started);
  EXPECT_FALSE(missing.ok());
  EXPECT_THAT(missing.err, HasSubstr("no-such-program-here"));
  EXPECT_THAT(missing.err, HasSubstr("not found in PATH"));
  EXPECT_EQ(missing.describe(), missing.err);

  const wb::TemporaryDirectory folder;
  const std::string text = folder.path() + "/text";
  std::ofstream(text) << "not a program\n";
  command.argv = {text};
  EXPECT_THAT(run_process(command).err, HasSubstr("not executable"));
  fs::permissions(text, fs::perms::owner_all);
  EXPECT_FALSE(run_process(command).started);
  EXPECT_THAT(run_process(command).err, HasSubstr("xec format error"));

  command = shell("echo never");
  command.directory = folder.path() + "/nowhere";
  EXPECT_FALSE(run_process(command).started);
  EXPECT_THAT(run_process(command).err, HasSubstr(command.directory));
}

TEST(Process, LaysItsEnvironmentOverTheParents) {
  ::setenv("WB_TEST_KEPT", "kept", 1);
  ::setenv("WB_TEST_REPLACED", "old", 1);
  Command command = shell("echo $WB_TEST_KEPT $WB_TEST_REPLACED $WB_TEST_NEW");
  command.environment = {{"WB_TEST_REPLACED", "replaced"}, {"WB_TEST_NEW", "new"}};
  EXPECT_EQ(run_process(command).out, "kept replaced new\n");
  EXPECT_STREQ(std::getenv("WB_TEST_REPLACED"), "old");
  command.argv = {"env"};
  EXPECT_THAT(run_process(command).out, testing::Not(HasSubstr("WB_TEST_REPLACED=old")));
}

TEST(Process, RunsInItsDirectory) {
  const wb::TemporaryDirectory folder;
  Command command = shell("pwd");
  command.directory = folder.path();
  EXPECT_EQ(run_process(command).out, fs::canonical(folder.path()).string() + "\n");
}

TEST(Process, HasInputOnlyWhenItPassesThrough) {
  const wb::TemporaryDirectory folder;
  const std::string text = folder.path() + "/text";
  std::ofstream(text) << "input";
  const int kept = ::dup(STDIN_FILENO);
  const int file = ::open(text.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::dup2(file, STDIN_FILENO), STDIN_FILENO);
  Command command = shell("cat > " + folder.path() + "/seen");
  EXPECT_TRUE(run_process(command).ok());
  EXPECT_EQ(read_file(folder.path() + "/seen"), "");
  command.pass_through = true;
  EXPECT_TRUE(run_process(command).ok());
  EXPECT_EQ(read_file(folder.path() + "/seen"), "input");
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
  ::close(file);
}

TEST(Process, PassesNoOpenFileOn) {
  const int secret = ::open("/proc/self/exe", O_RDONLY);  // without O_CLOEXEC, as most code opens
  ASSERT_GT(secret, 2);
  const ProcessResult r = run_process(shell("ls -l /proc/$$/fd"));
  ::close(secret);
  EXPECT_THAT(r.out, HasSubstr("pipe:"));
  EXPECT_THAT(r.out, testing::Not(HasSubstr("process_test")));
}

TEST(Process, KillsGrandchildrenAtTheTimeLimit) {
  const wb::TemporaryDirectory folder;
  const std::string file = folder.path() + "/pid";
  Command command =
      shell("sh -c 'trap \"\" TERM; echo $$ > " + file + "; while :; do sleep 0.1; done' & wait");
  command.time_limit = 500ms;
  const ProcessResult r = run_process(command);
  EXPECT_TRUE(r.timed_out);
  const std::string grandchild = first_line(file);
  ASSERT_NE(grandchild, "");
  EXPECT_TRUE(becomes_true([&] { return !is_running(grandchild); }));
}

TEST(Process, DoesNotWaitForAGrandchildThatHoldsThePipe) {
  const ProcessResult r = run_process(shell("sleep 100 & echo $!"));
  EXPECT_TRUE(r.ok());
  EXPECT_LT(r.seconds, 20.0);
  const std::string grandchild = r.out.substr(0, r.out.find('\n'));
  ASSERT_NE(grandchild, "");
  EXPECT_TRUE(becomes_true([&] { return !is_running(grandchild); }));
}

TEST(Process, ChildDiesWithAnInterruptedParent) {
  for (const int number : {SIGINT, SIGTERM, SIGKILL}) {
    const wb::TemporaryDirectory folder;
    const std::string file = folder.path() + "/pid";
    const pid_t parent = ::fork();
    if (parent == 0) {
      run_process(shell("echo $$ > " + file + "; exec sleep 100"));
      ::_exit(0);
    }
    EXPECT_TRUE(becomes_true([&] { return !first_line(file).empty(); }));
    const std::string child = first_line(file);
    EXPECT_TRUE(is_running(child));
    ::kill(parent, number);
    ::waitpid(parent, nullptr, 0);
    EXPECT_TRUE(becomes_true([&] { return !is_running(child); })) << "after signal " << number;
  }
}

TEST(Process, RunsManyAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::string> outs(16);
  for (std::size_t i = 0; i < outs.size(); ++i) {
    threads.emplace_back(
        [&outs, i] { outs[i] = run_process(shell("echo " + std::to_string(i))).out; });
  }
  for (std::thread& t : threads) t.join();
  for (std::size_t i = 0; i < outs.size(); ++i) EXPECT_EQ(outs[i], std::to_string(i) + "\n");
}

TEST(FindProgram, LooksInPathUnlessThereIsASlash) {
  EXPECT_THAT(wb::find_program("sh"), testing::EndsWith("/sh"));
  EXPECT_EQ(wb::find_program("no-such-program-here"), "");
  EXPECT_EQ(wb::find_program("/bin/sh"), "/bin/sh");
  EXPECT_EQ(wb::find_program("/"), "");
  EXPECT_EQ(wb::find_program(""), "");
}

TEST(ExecutablePath, IsThisTest) {
  EXPECT_THAT(wb::executable_path(), testing::EndsWith("/process_test"));
}

TEST(TemporaryDirectory, IsPrivateAndRemovedWithAllItHolds) {
  std::string path;
  {
    const wb::TemporaryDirectory folder;
    const wb::TemporaryDirectory other;
    path = folder.path();
    EXPECT_NE(path, other.path());
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    fs::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/c") << "x";
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
