// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The race judge on kernels with known faults (tests/race), each run under the real Oclgrind and
// each parsed from a stored log as well. A kernel marks its faulty lines with "// <- marker".
// To store the logs again: WB_RECORD_RACE_LOGS=1 race_test --gtest_filter='*Record*'
#include "wb/race.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "wb/process.hpp"

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using wb::race_to_json;
using wb::RaceOutcome;
using wb::RaceReport;
using wb::RaceRun;

const std::string kDir = std::string(RACE_DIR) + "/";

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Line {
  unsigned number = 0;
  std::string text;  // trimmed
};

/// The line of a kernel file that carries a marker; line 0 for no marker.
Line marked(const std::string& file, const std::string& marker) {
  if (marker.empty()) return {};
  std::istringstream in(read_file(kDir + file));
  Line line;
  while (std::getline(in, line.text)) {
    ++line.number;
    if (line.text.ends_with("// <- " + marker)) {
      line.text.erase(0, line.text.find_first_not_of(' '));
      return line;
    }
  }
  ADD_FAILURE() << "no marker '" << marker << "' in " << file;
  return {};
}

/// A report that a kernel must give. Markers of lines; no second one: the other party is unknown.
struct Expected {
  std::string kind, message, marker, other_marker;
};

struct Case {
  std::string name, file, entry, global, group;
  int n;
  std::vector<Expected> reports;
  std::string options = "";
  bool uniform_writes = false;

  std::vector<std::string> arguments() const {
    return {RACE_HOST, "kernel", kDir + file, entry, global, group, std::to_string(n), options};
  }
  RaceRun run() const {
    RaceRun race;
    race.argv = arguments();
    race.kernel_files = {{entry, kDir + file}};
    race.uniform_writes = uniform_writes;
    return race;
  }
};

// GoogleTest looks for this name.  NOLINTNEXTLINE(readability-identifier-naming)
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

Case one_group(const std::string& file, const std::string& entry, std::vector<Expected> reports) {
  return {entry, file, entry, "8", "8", 8, std::move(reports)};
}

Case two_groups(const std::string& file, const std::string& entry, int n,
                std::vector<Expected> reports) {
  return {entry, file, entry, "16", "8", n, std::move(reports)};
}

Case tiled(const std::string& name, const std::string& options, std::vector<Expected> reports) {
  return {name, "tiled.cl", "tiled", "4x4", "2x2", 4, std::move(reports), "-DTILE=2 " + options};
}

Case with_uniform_writes(Case c, const std::string& name) {
  c.name = name;
  c.uniform_writes = true;
  return c;
}

const std::string kRead = "Read-write data race at ", kWrite = "Write-write data race at ";
const std::string kStored = "Uninitialized value written to global";
const std::string kBarrier = "Work-group divergence detected (barrier)";

const std::vector<Case> kCases = {
    tiled("tiled", "", {}),
    tiled("tiled_no_load_barrier", "-DLOAD_BARRIER=0",
          {{"race", kRead + "local", "tiled reads", "tiled writes a"},
           {"race", kRead + "local", "tiled reads", "tiled writes b"},
           {"uninitialised", kStored, "tiled stores", ""}}),
    tiled("tiled_no_use_barrier", "-DUSE_BARRIER=0",
          {{"race", kRead + "local", "tiled reads", "tiled writes a"},
           {"race", kRead + "local", "tiled reads", "tiled writes b"}}),
    two_groups("races.cl", "clean", 13, {}),
    two_groups("races.cl", "shared_sum", 16,
               {{"race", kWrite + "global", "shared_sum", "shared_sum"},
                {"race", kRead + "global", "shared_sum", "shared_sum"}}),
    one_group("races.cl", "wrong_fence",
              {{"race", kRead + "global", "wrong_fence reads", "wrong_fence writes"}}),
    one_group("races.cl", "tree", {{"race", kRead + "local", "tree", "tree"}}),
    two_groups("races.cl", "last_wins", 16,
               {{"race", kWrite + "global", "last_wins", "last_wins"}}),
    two_groups("races.cl", "same_value", 16, {}),
    with_uniform_writes(two_groups("races.cl", "same_value", 16,
                                   {{"race", kWrite + "global", "same_value", "same_value"}}),
                        "same_value_reported"),
    one_group("races.cl", "early_use", {{"race", kRead + "local", "early_use", ""}}),
    two_groups("races.cl", "counted", 16, {}),
    two_groups("bounds.cl", "no_guard", 14,
               {{"bounds", "Invalid read of size 4 at global", "no_guard reads", ""},
                {"bounds", "Invalid write of size 4 at global", "no_guard writes", ""},
                {"uninitialised", kStored, "no_guard writes", ""}}),
    one_group("bounds.cl", "halo",
              {{"bounds", "Invalid write of size 4 at local", "halo writes", ""},
               {"bounds", "Index (9) exceeds static array size (9)", "halo writes", ""}}),
    one_group("bounds.cl", "short_table",
              {{"bounds", "Invalid read of size 4", "short_table", ""},
               {"bounds", "exceeds static array size (4)", "short_table", ""}}),
    one_group(
        "bounds.cl", "null_pointer",
        {{"bounds", "Invalid read of size 4 at global memory address 0x0", "null_pointer", ""},
         {"uninitialised", kStored, "null_pointer", ""}}),
    one_group("bounds.cl", "crooked", {{"bounds", "not aligned", "crooked", ""}}),
    one_group("uninitialised.cl", "local_tail", {{"uninitialised", kStored, "local_tail", ""}}),
    one_group("uninitialised.cl", "private_sum", {{"uninitialised", kStored, "private_sum", ""}}),
    one_group("uninitialised.cl", "branch",
              {{"uninitialised", "Controlflow depends on uninitialized value", "branch", ""}}),
    one_group("uninitialised.cl", "address",
              {{"uninitialised", "Uninitialized address used to read from global", "address", ""}}),
    one_group("uninitialised.cl", "never_written", {}),
    one_group("uninitialised.cl", "two_parts", {}),
    one_group("uninitialised.cl", "one_part", {{"uninitialised", kStored, "one_part", ""}}),
    one_group("divergence.cl", "some_wait",
              {{"divergence", kBarrier + ": Only 4 out of 8 work-items", "some_wait", ""}}),
    two_groups("divergence.cl", "early_return", 13,
               {{"divergence", kBarrier + ": Only 5 out of 8 work-items", "early_return", ""}}),
    one_group("divergence.cl", "uneven_loop",
              {{"divergence", kBarrier + ": Only 7 out of 8 work-items", "uneven_loop", ""}}),
    one_group("divergence.cl", "two_barriers",
              {{"divergence", kBarrier, "two_barriers, second", "two_barriers, first"}}),
    one_group("divergence.cl", "some_copy",
              {{"divergence", "divergence detected (async copy)", "some_copy", "some_copy"}}),
    one_group("limits.cl", "merged_barriers", {}),
    one_group("limits.cl", "no_wait",
              {{"other", "Work-item finished without waiting for events", "no_wait", ""}}),
};

const Case& find_case(const std::string& name) {
  for (const Case& c : kCases) {
    if (c.name == name) return c;
  }
  throw std::invalid_argument(name);
}

std::string log_file(const std::string& name) {
  return kDir + "logs/" + name + ".log";
}

RaceRun host(const std::string& what, const std::string& how, const std::string& file) {
  RaceRun run;
  run.argv = {RACE_HOST, what, how, kDir + file};
  return run;
}

class UnderOclgrind : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    if (!wb::oclgrind_path(&reason).empty()) return;
    if (std::getenv("WB_REQUIRE_DEVICE") != nullptr) FAIL() << reason;
    GTEST_SKIP() << reason;
  }
};
class Kernel : public UnderOclgrind, public testing::WithParamInterface<Case> {};

TEST_P(Kernel, GivesItsReports) {
  const Case& c = GetParam();
  const RaceOutcome outcome = run_race(c.run());
  EXPECT_EQ(outcome.status, c.reports.empty() ? "clean" : "dirty") << outcome.reason << outcome.err;
  EXPECT_EQ(outcome.reason, "");
  EXPECT_EQ(outcome.exit_code, 0);
  std::size_t i = 0;
  for (const RaceReport& r : outcome.reports) {
    SCOPED_TRACE(race_to_json({"", "", {r}, 0, "", ""}).dump(2));
    ASSERT_LT(i, c.reports.size()) << "a report too many";
    const Expected& e = c.reports[i++];
    const Line line = marked(c.file, e.marker), other = marked(c.file, e.other_marker);
    EXPECT_EQ(r.kind, e.kind);
    EXPECT_THAT(r.message, HasSubstr(e.message));
    EXPECT_EQ(r.kernel, c.entry);
    EXPECT_EQ(r.file, kDir + c.file);
    EXPECT_EQ(r.line, line.number);
    EXPECT_EQ(r.source, line.text);
    EXPECT_EQ(r.other_line, other.number);
    EXPECT_EQ(r.other_source, other.text);
    EXPECT_THAT(r.work_items, testing::SizeIs(testing::Ge(1u)));
    EXPECT_GT(r.explanation.size(), 40u);
    EXPECT_THAT(r.explanation, Not(HasSubstr("without an explanation")));
    EXPECT_GE(r.count, 1u);
  }
  EXPECT_EQ(i, c.reports.size()) << "reports are missing";

  // What was learnt from a log once, read from it again: tells a change of the parser from one of
  // Oclgrind.
  const RaceOutcome stored =
      wb::parse_race_log(read_file(log_file(c.name)), {{c.entry, kDir + c.file}});
  EXPECT_EQ(race_to_json(stored), race_to_json(outcome));
}

INSTANTIATE_TEST_SUITE_P(Race, Kernel, testing::ValuesIn(kCases),
                         [](const auto& test) { return test.param.name; });

TEST_F(UnderOclgrind, RecordsLogs) {
  if (std::getenv("WB_RECORD_RACE_LOGS") == nullptr) GTEST_SKIP() << "WB_RECORD_RACE_LOGS not set";
  for (const Case& c : kCases) {
    wb::Command command;
    command.argv = {"oclgrind", "--data-races", "--uninitialized", "--check-api", "--num-threads",
                    "1",        "--log",        log_file(c.name)};
    if (c.uniform_writes) command.argv.emplace_back("--uniform-writes");
    const std::vector<std::string> arguments = c.arguments();
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    EXPECT_TRUE(run_process(command).ok()) << c.name;
  }
}

TEST_F(UnderOclgrind, RunsUnoptimisedWhatACheckDoesNotKnow) {
  EXPECT_EQ(run_race(one_group("limits.cl", "row_and_column", {}).run()).status, "clean");
  const RaceOutcome outcome = run_race(one_group("limits.cl", "row_behind_the_end", {}).run());
  EXPECT_EQ(outcome.status, "dirty") << outcome.reason;
  ASSERT_FALSE(outcome.reports.empty());
  EXPECT_EQ(outcome.reports[0].kind, "bounds");
  EXPECT_EQ(outcome.reports[0].line, marked("limits.cl", "row_behind_the_end").number);
}

TEST_F(UnderOclgrind, SaysTheSameInEveryRun) {
  const Case& c = find_case("tiled_no_load_barrier");
  const std::string first = race_to_json(run_race(c.run())).dump();
  EXPECT_THAT(first, HasSubstr("\"dirty\""));
  for (int i = 1; i < 5; ++i) EXPECT_EQ(race_to_json(run_race(c.run())).dump(), first);
}

TEST_F(UnderOclgrind, NamesBothParties) {
  const RaceOutcome outcome = run_race(find_case("tiled_no_load_barrier").run());
  ASSERT_FALSE(outcome.reports.empty());
  const RaceReport& r = outcome.reports[0];
  ASSERT_EQ(r.work_items.size(), 2u);
  EXPECT_NE(r.work_items[0], r.work_items[1]);
  for (const std::string& item : r.work_items) {
    EXPECT_THAT(item, testing::MatchesRegex("global \\([0-9],[0-9],0\\) local \\([0-9],[0-9],0\\) "
                                            "group \\([0-9],[0-9],0\\)"));
  }
  EXPECT_THAT(r.explanation, AllOf(HasSubstr("barrier(CLK_LOCAL_MEM_FENCE) is missing"),
                                   HasSubstr("line " + std::to_string(r.line)),
                                   HasSubstr("line " + std::to_string(r.other_line))));
  EXPECT_GT(r.count, 1u);
}

TEST_F(UnderOclgrind, ExplainsWhatHelps) {
  for (const auto& [name, part] :
       {std::pair("shared_sum", "different groups"),
        std::pair("wrong_fence", "CLK_GLOBAL_MEM_FENCE"), std::pair("tree", "between two rounds"),
        std::pair("early_use", "wait_group_events"),
        std::pair("early_return", "none return before it")}) {
    const RaceOutcome outcome = run_race(find_case(name).run());
    ASSERT_FALSE(outcome.reports.empty()) << name;
    EXPECT_THAT(outcome.reports[0].explanation, HasSubstr(part)) << name;
  }
}

TEST_F(UnderOclgrind, KeepsWhatTheProgramPrinted) {
  for (const char* locale : {"C", "xx_XX.UTF-8"}) {  // the second does not exist
    RaceRun run = find_case("clean").run();
    run.environment = {{"LC_ALL", locale}, {"LANG", locale}};
    const RaceOutcome outcome = run_race(run);
    EXPECT_EQ(outcome.status, "clean") << outcome.reason;
    EXPECT_EQ(outcome.out, "before after: 2\n\nlast line without an end");
  }
}

TEST_F(UnderOclgrind, CutsTheReports) {
  RaceRun run = find_case("tiled_no_load_barrier").run();
  run.max_reports = 1;
  const RaceOutcome outcome = run_race(run);
  EXPECT_EQ(outcome.status, "dirty");
  EXPECT_EQ(outcome.reports.size(), 1u);
  run.max_reports = 0;
  EXPECT_EQ(run_race(run).status, "dirty");
}

TEST_F(UnderOclgrind, IsNotMisledByTheReadersSettings) {
  const std::map<std::string, std::string> settings = {
      {"OCLGRIND_QUICK", "1"},        {"OCLGRIND_MAX_ERRORS", "0"},
      {"OCLGRIND_NUM_THREADS", "4"},  {"OCLGRIND_UNIFORM_WRITES", "1"},
      {"OCLGRIND_PLUGINS", "/no.so"}, {"OCLGRIND_BUILD_OPTIONS", "--nonsense"}};
  for (const char* entry : {"shared_sum", "same_value"}) {
    RaceRun run;
    run.argv = {RACE_HOST, "kernel", kDir + "races.cl", entry, "32", "8", "32"};
    const std::string plain = race_to_json(run_race(run)).dump();
    EXPECT_THAT(plain, HasSubstr(entry == std::string("same_value") ? "clean" : "dirty"));
    run.environment = settings;
    EXPECT_EQ(race_to_json(run_race(run)).dump(), plain);
  }
}

TEST_F(UnderOclgrind, SeesEveryContextOfAProgram) {
  // Oclgrind opens its log anew for each context, so in a file the first one's reports are lost.
  const RaceOutcome outcome = run_race(host("end", "two_contexts", "races.cl"));
  EXPECT_EQ(outcome.status, "dirty");
  ASSERT_EQ(outcome.reports.size(), 2u);
  EXPECT_EQ(outcome.reports[0].kernel, "shared_sum");
}

TEST_F(UnderOclgrind, KnowsWhatCountsAsInitialised) {
  for (const char* how : {"write", "nan", "copy_host_ptr", "map", "map_invalidate", "copy",
                          "copy_of_nothing", "sub_buffer"}) {
    EXPECT_EQ(run_race(host("memory", how, "uninitialised.cl")).status, "clean") << how;
  }
  // All but the first are false alarms, which race.hpp lists: whoever upgrades Oclgrind learns
  // here.
  for (const char* how : {"nothing", "fill", "use_host_ptr", "write_rect", "copy_rect"}) {
    const RaceOutcome outcome = run_race(host("memory", how, "uninitialised.cl"));
    ASSERT_EQ(outcome.reports.size(), 1u) << how;
    EXPECT_EQ(outcome.reports[0].kind, "uninitialised") << how;
    EXPECT_EQ(outcome.reports[0].line, marked("uninitialised.cl", "copy").number);
  }
}

TEST_F(UnderOclgrind, HoldsBuffersToTheirFlags) {
  for (const auto& [how, part] : std::vector<std::pair<std::string, std::string>>{
           {"write_only", "flags"}, {"still_mapped", "unmap"}}) {
    const RaceOutcome outcome = run_race(host("memory", how, "uninitialised.cl"));
    EXPECT_EQ(outcome.status, "dirty") << how;
    ASSERT_EQ(outcome.reports.size(), 1u) << how;
    EXPECT_EQ(outcome.reports[0].kind, "api") << how;
    EXPECT_EQ(outcome.reports[0].count, 32u) << how;
    EXPECT_THAT(outcome.reports[0].explanation, HasSubstr(part));
  }
}

TEST_F(UnderOclgrind, ReportsRefusedCalls) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"unset", "clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS: Not all kernel arguments set"},
      {"size",
       "clSetKernelArg: CL_INVALID_ARG_SIZE: arg_size is 8, but argument should be 4 bytes"},
      {"index", "clSetKernelArg: CL_INVALID_ARG_INDEX: arg_index is 3, but kernel has 3 arguments"},
      {"name", "clCreateKernel: CL_INVALID_KERNEL_NAME: Kernel 'no_such_kernel' not found"},
      {"group",
       "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE: local_work_size[0]=3 does not divide "
       "global_work_size[0]=8"},
      {"large_group",
       "clEnqueueNDRangeKernel: CL_INVALID_WORK_ITEM_SIZE: local_work_size[0]=1048576 exceeds "
       "device maximum of 1024"},
      {"read",
       "clEnqueueReadBuffer: CL_INVALID_VALUE: offset + cb (0 + 64) exceeds buffer size (32 "
       "bytes)"},
  };
  for (const auto& [what, message] : wrong) {
    const RaceOutcome outcome = run_race(host("call", what, "uninitialised.cl"));
    EXPECT_EQ(outcome.status, "dirty") << what << outcome.reason;
    EXPECT_EQ(outcome.exit_code, 3) << what;
    ASSERT_EQ(outcome.reports.size(), 1u) << what;
    EXPECT_EQ(outcome.reports[0].kind, "api") << what;
    EXPECT_EQ(outcome.reports[0].message, message);
    EXPECT_EQ(outcome.reports[0].kernel, "");
  }
  // Asking is no misuse, but then nothing was launched either.
  const RaceOutcome question = run_race(host("call", "question", "uninitialised.cl"));
  EXPECT_THAT(question.err, HasSubstr("clGetDeviceInfo"));
  EXPECT_THAT(question.err, HasSubstr("clGetDeviceIDs"));
  EXPECT_EQ(question.status, "not run");
  EXPECT_THAT(question.reports, IsEmpty());
}

TEST_F(UnderOclgrind, FakesASmallerDevice) {
  RaceRun run = find_case("tiled").run();
  run.local_memory_bytes = 16;  // tiled needs 32
  const RaceOutcome outcome = run_race(run);
  ASSERT_EQ(outcome.reports.size(), 1u);
  EXPECT_EQ(outcome.status, "dirty");
  EXPECT_THAT(outcome.reports[0].message, HasSubstr("total local memory size (32) exceeds device"));
  run.local_memory_bytes = 32;
  EXPECT_EQ(run_race(run).status, "clean");
}

TEST_F(UnderOclgrind, DoesNotPassWhatTheSimulatorCannotRun) {
  RaceRun run;
  run.argv = {RACE_HOST, "kernel", kDir + "half.cl", "square", "8", "8", "8"};
  const RaceOutcome outcome = run_race(run);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_EQ(outcome.exit_code, 0) << "the simulator carries on";
  EXPECT_EQ(outcome.reason,
            "the simulator cannot run this: Unsupported float size: 2 bytes, in kernel square, "
            "line " +
                std::to_string(marked("half.cl", "square").number) + ": " +
                marked("half.cl", "square").text);
}

TEST_F(UnderOclgrind, DoesNotPassWithoutALaunch) {
  for (const RaceRun& run :
       {host("end", "without_opencl", "races.cl"), host("end", "context_only", "races.cl"),
        host("call", "nothing_to_do", "uninitialised.cl")}) {
    const RaceOutcome outcome = run_race(run);
    EXPECT_EQ(outcome.status, "not run") << run.argv[2];
    EXPECT_EQ(outcome.reason, "no kernel was launched") << run.argv[2];
    EXPECT_EQ(outcome.exit_code, 0);
  }
}

TEST_F(UnderOclgrind, DoesNotPassACrash) {
  RaceOutcome outcome = run_race(host("end", "crash", "races.cl"));
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, EndsWith("crashed (signal 11, SIGSEGV)"));
  outcome = run_race(host("end", "abort", "races.cl"));
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, EndsWith("crashed (signal 6, SIGABRT)"));

  RaceRun wrapped = host("end", "crash", "races.cl");
  wrapped.argv.insert(wrapped.argv.begin(), {"sh", "-c", "\"$@\"; exit $?", "sh"});
  outcome = run_race(wrapped);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, AllOf(HasSubstr("exit code 139"), HasSubstr("signal 11")));
}

TEST_F(UnderOclgrind, LeavesTheExitCodeToItsCaller) {
  const RaceOutcome outcome = run_race(host("end", "wrong", "races.cl"));
  EXPECT_EQ(outcome.status, "clean") << outcome.reason;
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST_F(UnderOclgrind, EndsAtTheTimeLimit) {
  RaceRun run = host("end", "hang", "races.cl");
  run.time_limit = std::chrono::milliseconds(1500);
  RaceOutcome outcome = run_race(run);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, EndsWith("did not finish in 1.5 s"));

  run.argv = {RACE_HOST, "kernel", kDir + "limits.cl", "endless", "8", "8", "8"};
  outcome = run_race(run);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, EndsWith("did not finish in 1.5 s"));
}

TEST_F(UnderOclgrind, DoesNotPassWithoutItsLog) {
  RaceRun run = host("end", "wrong", "races.cl");
  run.log_directory = "/proc/nowhere";
  RaceOutcome outcome = run_race(run);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, HasSubstr("/proc/nowhere/oclgrind.log"));

  // The program takes the pipe away before it opens a context.
  const wb::TemporaryDirectory folder;
  run.log_directory = folder.path();
  run.argv.insert(run.argv.begin(),
                  {"sh", "-c", "rm \"$OCLGRIND_LOG\"; mkdir \"$OCLGRIND_LOG\"; exec \"$@\"", "sh"});
  outcome = run_race(run);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_THAT(outcome.reason, HasSubstr("Unable to open log file"));
}

TEST_F(UnderOclgrind, FindsTheOneSizeThatRaces) {
  wb::Command command;
  command.argv = {MIRROR, "--self-test", "race"};
  command.environment["WB_KERNEL_DIR"] = RACE_DIR;
  const wb::ProcessResult result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("FAILED mirrors, waits alone, 128: dirty"));
  EXPECT_THAT(result.out, HasSubstr("mirror.cl:9: Read-write data race"));
  EXPECT_THAT(result.out, HasSubstr("races: 3 checks passed, 1 failed, 0 skipped"));
}

TEST(RunRace, SaysWhatIsMissing) {
  RaceRun run;
  EXPECT_EQ(run_race(run).status, "not run");
  run.argv = {"no-such-program-here"};
  const RaceOutcome outcome = run_race(run);
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_NE(outcome.reason, "");

  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  std::string reason;
  EXPECT_EQ(wb::oclgrind_path(&reason), "");
  EXPECT_THAT(reason, HasSubstr("install the package"));
  const RaceOutcome without = run_race(run);
  EXPECT_EQ(without.status, "not run");
  EXPECT_EQ(without.reason, reason);
  ::setenv("PATH", path.c_str(), 1);
}

TEST(ParseRaceLog, IsCleanOnlyWhenEmpty) {
  EXPECT_EQ(wb::parse_race_log("").status, "clean");
  EXPECT_EQ(wb::parse_race_log("\n\n\n").status, "clean");
}

TEST(ParseRaceLog, DropsNoUnknownMessage) {
  for (const char* log :
       {"\nThe moon is full\n\tKernel: k\n\tEntity: Global(1,0,0)\n\n", "garbage", "\tindented",
        "\nOclgrind: 10000 errors generated - suppressing further errors\n\n", "\nAt line\n\n"}) {
    const RaceOutcome outcome = wb::parse_race_log(log);
    EXPECT_EQ(outcome.status, "dirty") << log;
    ASSERT_EQ(outcome.reports.size(), 1u) << log;
    EXPECT_EQ(outcome.reports[0].kind, "other");
    EXPECT_NE(outcome.reports[0].message, "");
    EXPECT_NE(outcome.reports[0].explanation, "");
  }
  const RaceOutcome outcome = wb::parse_race_log("\nThe moon is full\n\tKernel: k\n\n");
  EXPECT_EQ(outcome.reports[0].message, "The moon is full");
  EXPECT_EQ(outcome.reports[0].kernel, "k");
}

TEST(ParseRaceLog, LetsAnErrorOfTheSimulatorWin) {
  const RaceOutcome outcome = wb::parse_race_log(
      read_file(log_file("shared_sum")) +
      "\nOCLGRIND FATAL ERROR (x.cpp:1)\nUnsupported thing\nWhen creating kernel 'k'\n\n");
  EXPECT_EQ(outcome.status, "not run");
  EXPECT_EQ(outcome.reason,
            "the simulator cannot run this: Unsupported thing, When creating kernel 'k'");
  EXPECT_EQ(outcome.reports.size(), 2u);
}

TEST(ParseRaceLog, ReadsACutLog) {
  const std::string log = read_file(log_file("shared_sum"));
  for (std::size_t size = 1; size < log.size(); size += 7) {
    EXPECT_EQ(wb::parse_race_log(log.substr(0, size)).status == "clean", size <= 1) << size;
  }
}

TEST(ParseRaceLog, NamesAnIncludedFileAndNoInventedOne) {
  const std::string head = "\nInvalid wait event\n\tKernel: k\n\tEntity: Group(0,0,0)\n\t  call\n";
  EXPECT_EQ(
      wb::parse_race_log(head + "\tAt line 7 (column 3) of /a/b.h:\n\t  x;\n", {{"k", "k.cl"}})
          .reports[0]
          .file,
      "/a/b.h");
  const std::string input = head + "\tAt line 7 of input.cl:\n\t  x;\n";
  EXPECT_EQ(wb::parse_race_log(input, {{"k", "k.cl"}}).reports[0].file, "k.cl");
  EXPECT_EQ(wb::parse_race_log(input).reports[0].file, "");
  EXPECT_EQ(wb::parse_race_log(input).reports[0].line, 7u);
  EXPECT_EQ(wb::parse_race_log(input).reports[0].source, "x;");
}

TEST(RaceToJson, HasTheSchemasKeys) {
  const RaceOutcome outcome =
      wb::parse_race_log(read_file(log_file("shared_sum")), {{"shared_sum", "races.cl"}});
  const nlohmann::json json = race_to_json(outcome);
  EXPECT_EQ(json["status"], "dirty");
  EXPECT_EQ(json["reason"], "");
  ASSERT_EQ(json["reports"].size(), 2u);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json["reports"][0].items()) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("count", "explanation", "file", "kernel", "kind", "line", "message",
                                "other_line", "other_source", "source", "work_items"));
  EXPECT_EQ(race_to_json({"clean", "", {}, 0, "", ""}).dump(),
            R"({"reason":"","reports":[],"status":"clean"})");
  RaceReport latin;
  latin.source = "x; // gr\xfc\xdf";
  EXPECT_NO_THROW(race_to_json({"dirty", "", {latin}, 0, "", ""}).dump());
}

}  // namespace
