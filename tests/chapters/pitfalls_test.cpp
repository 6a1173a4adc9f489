// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The matrix of chapter 11 is pinned here; that it is true is what `11_pitfalls --all` tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "11_pitfalls/gallery.hpp"
#include "wb/process.hpp"

namespace {

using chapters::Pitfall, chapters::Seen, chapters::Sight;
using testing::HasSubstr, testing::IsEmpty;

// One letter an instrument: verify, race, lens, host. S sees it, L by luck, B blind, - not asked.
std::string letters(const Pitfall& pitfall) {
  std::string text;
  for (const Sight sight :
       {pitfall.sights.verify, pitfall.sights.race, pitfall.sights.lens, pitfall.sights.host}) {
    text += sight == Sight::kSees    ? 'S'
            : sight == Sight::kLuck  ? 'L'
            : sight == Sight::kBlind ? 'B'
                                     : '-';
  }
  return text;
}

TEST(Pitfalls, MatrixIsPinned) {
  std::string matrix;
  for (const Pitfall& pitfall : chapters::pitfalls()) {
    matrix += letters(pitfall) + " " + pitfall.name + "\n";
  }
  EXPECT_EQ(matrix, R"(LS-B barrier-after-load
LS-B barrier-after-use
LS-B divergent-barrier
LS-B early-return
SS-B out-of-bounds
SS-B missing-guard
LS-B uninitialised-local
LS-B race-on-global
LS-B wrong-fence
LS-B fence-for-barrier
LS-B warp-synchronous
SS-B float3-alignment
LS-B signed-overflow
---S endless-loop
BB-S double-literal
SB-B dropped-tail
SS-B transposed-store
SS-B halo-loader
BBSB dimension-zero
---S group-too-large
---S global-no-multiple
---S argument-index
---S argument-size
---S undeclared-local
---S size_t-argument
---S run-time-bound
LB-S fast-math-nan
L--S forgotten-wait
L--S reused-in-flight
LS-- used-while-mapped
L--B use-host-ptr
S--- nan-blind
L--B stale-cache
B--B printf-buffer
L--S shared-kernel
B--S leaked-events
)");
}

TEST(Pitfalls, AreManyAndFewAreSeenByNobody) {
  std::set<std::string> names;
  std::size_t unseen = 0;
  for (const Pitfall& pitfall : chapters::pitfalls()) {
    names.insert(pitfall.name);
    for (const std::string& text : {pitfall.symptom, pitfall.cause, pitfall.fix}) {
      EXPECT_FALSE(text.empty()) << pitfall.name;
    }
    const bool seen = letters(pitfall).find('S') != std::string::npos;
    EXPECT_NE(seen, pitfall.says.empty()) << pitfall.name << " must say what its judge says";
    EXPECT_EQ(seen, pitfall.instead.empty()) << pitfall.name << " must say what to do instead";
    if (!seen) ++unseen;
  }
  EXPECT_EQ(names.size(), chapters::pitfalls().size());
  EXPECT_GE(names.size(), 24u);
  EXPECT_LE(unseen, 4u);
}

TEST(Pitfalls, CodeOfEachIsShown) {
  for (const Pitfall& pitfall : chapters::pitfalls()) {
    const std::string text = chapters::show(pitfall);
    EXPECT_THAT(text, HasSubstr("Wrong on purpose: " + pitfall.broken.file)) << pitfall.name;
    EXPECT_THAT(text, HasSubstr("Mended: " + pitfall.fixed.file)) << pitfall.name;
  }
}

const Seen kBroken{.verify = "",
                   .race = "a data race at local memory. Read-write data race at local memory",
                   .lens = "",
                   .host = "",
                   .here = "right"};
const Seen kFixed{.verify = "", .race = "", .lens = "", .host = "", .here = "right"};
const Pitfall& barrier() {
  return chapters::find_pitfall("barrier-after-load");
}

TEST(Drift, NoneWhereAllIsAsPromised) {
  EXPECT_THAT(chapters::drift(barrier(), kBroken, kFixed), IsEmpty());
  Seen lucky = kBroken;
  lucky.verify = "wrong";
  EXPECT_THAT(chapters::drift(barrier(), lucky, kFixed), IsEmpty());
}

TEST(Drift, InstrumentThatMissesWhatItShouldSee) {
  Seen broken = kBroken;
  broken.race = "";
  EXPECT_THAT(chapters::drift(barrier(), broken, kFixed), HasSubstr("race should see"));
  broken.race = "not run: no Oclgrind, Read-write data race at local memory";
  EXPECT_THAT(chapters::drift(barrier(), broken, kFixed), HasSubstr("race should see"));
}

TEST(Drift, BlindInstrumentThatSees) {
  Seen broken = kBroken;
  broken.host = "stop";
  EXPECT_THAT(chapters::drift(barrier(), broken, kFixed), HasSubstr("should be blind"));
}

TEST(Drift, AnotherMessageThanPromised) {
  Seen broken = kBroken;
  broken.race = "Invalid read";
  EXPECT_THAT(chapters::drift(barrier(), broken, kFixed), HasSubstr("nobody says"));
}

TEST(Drift, FixedVersionThatIsNotClean) {
  Seen fixed = kFixed;
  fixed.race = "Write-write data race";
  EXPECT_THAT(chapters::drift(barrier(), kBroken, fixed), HasSubstr("not content"));
  fixed = kFixed;
  fixed.here = "hung";
  EXPECT_THAT(chapters::drift(barrier(), kBroken, fixed), HasSubstr("hung"));
}

// A copy of the kernels in which one text is replaced by another.
wb::ProcessResult run_with(const std::string& pitfall, const std::string& from,
                           const std::string& to) {
  namespace fs = std::filesystem;
  const wb::TemporaryDirectory folder;
  fs::copy(std::string(KERNELS) + "/11_pitfalls", folder.path() + "/11_pitfalls",
           fs::copy_options::recursive);
  const Pitfall& wanted = chapters::find_pitfall(pitfall);
  const std::string file = folder.path() + wanted.broken.file.substr(std::string("kernels").size());
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::string kernel = text.str();
  const std::size_t at = kernel.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) std::ofstream(file) << kernel.replace(at, from.size(), to);
  wb::Command command;
  command.argv = {CHAPTER_11, "--run", pitfall};
  command.environment["WB_KERNEL_DIR"] = folder.path();
  return wb::run_process(command);
}

TEST(Run, FailsWhenTheBrokenKernelIsNotBroken) {
  const auto result =
      run_with("out-of-bounds", "if (i < n) out[i + 1]", "if (i + 1 < n) out[i + 1]");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("race should see the broken version"));
  EXPECT_THAT(result.out, HasSubstr("verify should see the broken version"));
}

TEST(Run, FailsWhenTheFixedKernelIsNotFixed) {
  const auto result = run_with("barrier-after-load",
                               "  barrier(CLK_LOCAL_MEM_FENCE);  // the tile is complete\n", "");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("race is not content with the fixed version"));
}

TEST(Run, RecordNamesNoFolderOfThisMachine) {
  const wb::TemporaryDirectory folder;
  wb::Command command;
  command.argv = {CHAPTER_11, "--run", "run-time-bound", "--json", folder.path() + "/run.json"};
  const auto result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  std::stringstream json;
  json << std::ifstream(folder.path() + "/run.json").rdbuf();
  EXPECT_THAT(json.str(), HasSubstr("kernels/11_pitfalls/run_time_bound_broken.cl:"));
  EXPECT_THAT(json.str(), Not(HasSubstr(KERNELS)));
}

TEST(Run, UnknownNameIsAUsageErrorWithTheList) {
  wb::Command command;
  command.argv = {CHAPTER_11, "--run", "no-such"};
  const auto result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("endless-loop"));
}

}  // namespace
