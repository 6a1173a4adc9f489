// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The lens held to a GPU's counters (counters_h200.json, recorded by record_counters.py).
//   WB_UPDATE_APPENDIX=1 build/bin/lens_proof_test     writes the appendix's tables anew
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "wb/lens.hpp"

namespace wb {
namespace {

using nlohmann::json;
using Counts = std::map<std::string, double>;

constexpr std::size_t kLeastKernels = 24;
// An instruction of the lens's compiler is not one of the GPU's: kernels of a few lines differ
// most.
constexpr double kInstructionRatio = 4;  // either way
// The GPU reports the lanes of an instruction twice: all, and without those that a predicate turned
// off. The lens must lie between the two, give or take this much of a warp.
constexpr double kEfficiencyTolerance = 0.05;

// Counters that must be equal, and what the lens and the hardware call them.
using Value = std::function<double(const Counts&)>;
struct Compared {
  std::string name, title;
  Value lens, gpu;
};
Value sum(std::vector<std::string> names) {
  return [names = std::move(names)](const Counts& counts) {
    double total = 0;
    for (const std::string& name : names) total += counts.at(name);
    return total;
  };
}
Value difference(std::string more, std::string less) {
  return [more = std::move(more), less = std::move(less)](const Counts& counts) {
    return counts.at(more) - counts.at(less);
  };
}
Compared same(const std::string& name, const std::string& title) {
  return {name, title, sum({name}), sum({name})};
}
const std::vector<Compared> kEqual = {
    same("global_load_requests", "load requests"),
    same("global_load_sectors", "load sectors"),
    same("global_store_requests", "store requests"),
    same("global_store_sectors", "store sectors"),
    same("local_load_requests", "local load requests"),
    same("local_load_wavefronts", "local load wavefronts"),
    same("local_store_requests", "local store requests"),
    same("local_store_wavefronts", "local store wavefronts"),
    // A GPU reads a kernel's arguments from constant memory too: one request and one pass each. So
    // the passes beyond the first of each request are compared.
    {"constant_replays", "constant words beyond the first",
     difference("constant_load_words", "constant_load_requests"),
     difference("constant_passes", "constant_requests")},
    {"atomics_requests", "atomic requests", sum({"atomics_requests"}),
     sum({"global_atomic_requests", "global_reduction_requests", "local_atomic_requests"})},
    // Of local memory only: no counter says how far atomics on global memory serialise.
    {"atomics_serialised", "local atomic passes",
     [](const Counts& c) {
       return c.at("local_store_requests") > 0 ? c.at("atomics_serialised") : 0;
     },
     sum({"local_atomic_wavefronts"})},
};

// Where the lens and the hardware differ, and why. An entry that is no longer needed fails.
struct Exception {
  std::string kernel, counter, reason;
};
const std::string kVectorised =
    "the GPU's compiler unrolls the inner loop and reads four words of the row of A with one load; "
    "left rolled (`gemm_rolled`), the counts are equal";
const std::vector<Exception> kExceptions = {
    {"copy_float3", "global_store_requests",
     "stored as 8 and 4 bytes; Oclgrind's compiler stores element by element"},
    {"copy_float3", "global_store_sectors", "the same"},
    {"gemm_tiled_16", "local_load_requests", kVectorised},
    {"gemm_tiled_16", "local_load_wavefronts", "the same"},
    {"gemm_tiled_32", "local_load_requests", "the same"},
    {"gemm_tiled_32", "local_load_wavefronts", "the same"},
    {"local_atomic_one", "atomics_serialised",
     "all lanes want one address and the GPU's compiler knows it: it adds the lanes up first, and "
     "one "
     "adds their sum; hidden from it (`local_atomic_warp`), the counts are equal"},
    {"local4_pairs_twos", "simt_efficiency",
     "the choice between two indices is a branch to the lens's compiler, a select to the GPU's"},
    {"global_atomic_one", "warp_instructions", "the same: the sum is extra code"},
};

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

Counts run_under_lens(const std::string& launch, std::string& problem) {
  const auto parts = words(launch);
  LensRun run;
  run.argv = {RUN_KERNEL, std::string(REPOSITORY) + "/" + parts.at(1)};
  run.argv.insert(run.argv.end(), parts.begin() + 2, parts.end());
  const LensOutcome outcome = run_lens(run);
  if (outcome.status != "ok" || outcome.exit_code != 0 || outcome.report.kernels.size() != 1) {
    problem = fmt::format("{} exit {} {} {}", outcome.status, outcome.exit_code, outcome.reason,
                          outcome.err);
    return {};
  }
  LensCounts counts = outcome.report.kernels[0].counts;
  Counts flat = flatten(counts, run.model);
  flat["warp_instructions"] = static_cast<double>(counts.warp_instructions);
  return flat;
}

struct Row {
  std::string name, launch, problem;
  Counts lens, gpu;
};

// A compared pair of numbers; `differs` under the rule of its counter.
struct Pair {
  std::string counter, title, text;
  double lens = 0, gpu = 0;
  bool differs = false;
};

std::vector<Pair> compare(const Row& row) {
  std::vector<Pair> pairs;
  for (const Compared& c : kEqual) {
    Pair pair{c.name, c.title, "", c.lens(row.lens), c.gpu(row.gpu)};
    pair.differs = pair.lens != pair.gpu;
    pair.text = pair.differs     ? fmt::format("{:.0f} / {:.0f}", pair.lens, pair.gpu)
                : pair.lens != 0 ? fmt::format("{:.0f}", pair.lens)
                                 : "";
    pairs.push_back(pair);
  }
  const double most = row.gpu.at("lanes_per_instruction") / 32;
  const double least = row.gpu.at("unpredicated_lanes") / 32;
  Pair efficiency{"simt_efficiency", "SIMT efficiency", "", row.lens.at("simt_efficiency"), most};
  efficiency.differs = efficiency.lens > most + kEfficiencyTolerance ||
                       efficiency.lens < least - kEfficiencyTolerance;
  efficiency.text = fmt::format("{:.2f} / {:.2f} to {:.2f}", efficiency.lens, least, most);
  pairs.push_back(efficiency);
  Pair instructions{"warp_instructions", "instructions", "", row.lens.at("warp_instructions"),
                    row.gpu.at("warp_instructions")};
  instructions.differs = instructions.lens > instructions.gpu * kInstructionRatio ||
                         instructions.gpu > instructions.lens * kInstructionRatio;
  instructions.text = fmt::format("{:.0f} / {:.0f}", instructions.lens, instructions.gpu);
  pairs.push_back(instructions);
  return pairs;
}

class LensProof : public testing::Test {
 protected:
  static inline std::vector<Row> rows;
  static inline json document;
  void SetUp() override {
    std::string reason;
    if (lens_plugin_path(&reason).empty()) {
      if (std::getenv("WB_REQUIRE_DEVICE") != nullptr) FAIL() << reason;
      GTEST_SKIP() << reason;
    }
    if (!rows.empty()) return;
    document = json::parse(read_file(COUNTERS));
    for (const json& kernel : document.at("kernels"))
      rows.push_back({kernel.at("name").get<std::string>(),
                      kernel.at("launch").get<std::string>(),
                      "",
                      {},
                      kernel.at("counters").get<Counts>()});
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i; (i = next++) < rows.size();)
        rows[i].lens = run_under_lens(rows[i].launch, rows[i].problem);
    };
    std::thread other(work);
    work();
    other.join();
  }
};

TEST_F(LensProof, TheRecordedLaunchesAreTheListedOnes) {
  std::vector<std::string> listed, recorded;
  std::istringstream lines(read_file(std::string(REPOSITORY) + "/tests/lens/proof/launches.txt"));
  for (std::string line; std::getline(lines, line);) {
    std::string joined;
    for (const std::string& word : words(line)) joined += (joined.empty() ? "" : " ") + word;
    if (!joined.empty()) listed.push_back(joined);
  }
  for (const Row& row : rows) recorded.push_back(row.launch);
  EXPECT_EQ(listed, recorded) << "record again: tests/lens/record_counters.py";
  EXPECT_GE(recorded.size(), kLeastKernels);
}

TEST_F(LensProof, AgreesWithTheHardware) {
  std::map<std::pair<std::string, std::string>, bool> needed;
  for (const Exception& e : kExceptions) needed[{e.kernel, e.counter}] = false;
  for (const Row& row : rows) {
    EXPECT_EQ(row.problem, "") << row.launch;
    if (!row.problem.empty()) continue;
    for (const Pair& pair : compare(row)) {
      if (!pair.differs) continue;
      const auto exception = needed.find({row.name, pair.counter});
      if (exception != needed.end())
        exception->second = true;
      else
        ADD_FAILURE() << row.name << " " << pair.title << ", lens / hardware: " << pair.text
                      << "\n  " << row.launch;
    }
  }
  for (const auto& [key, used] : needed)
    EXPECT_TRUE(used) << "exception no longer needed: " << key.first << " " << key.second;
}

// --- the appendix's tables -------------------------------------------------------------------

std::string tables(const std::vector<Row>& rows, const json& document) {
  std::string text = fmt::format(
      "{} launches, recorded on an {} with driver {} on {}. A single number: lens and hardware "
      "agree. "
      "Two: lens / hardware. Empty: nothing to count.\n\n| launch |",
      rows.size(), document.at("device").get<std::string>(),
      document.at("driver").get<std::string>(), document.at("date").get<std::string>());
  std::string rule = "|---|", body, exceptions;
  for (const Pair& pair : compare(rows.at(0))) {
    text += " " + pair.title + " |";
    rule += "---|";
  }
  std::map<std::string, std::map<std::string, Pair>> found;
  for (const Row& row : rows) {
    body += "| `" + row.name + "` |";
    for (const Pair& pair : compare(row)) {
      body += pair.text.empty() ? " |" : " " + pair.text + " |";
      found[row.name][pair.counter] = pair;
    }
    body += "\n";
  }
  for (const Exception& e : kExceptions) {
    const Pair& pair = found[e.kernel][e.counter];
    exceptions +=
        fmt::format("| `{}` | {} | {} | {} |\n", e.kernel, pair.title, pair.text, e.reason);
  }
  return text + "\n" + rule + "\n" + body +
         "\nThe exceptions, all of them:\n\n| launch | counter | lens / hardware | why "
         "|\n|---|---|---|---|\n" +
         exceptions;
}

TEST_F(LensProof, TheAppendixShowsTheseNumbers) {
  const std::string path = std::string(REPOSITORY) + "/book/appendix_lens.md";
  const std::string begin = "<!-- note generated by lens_proof_test: begin -->\n";
  const std::string end = "<!-- note generated by lens_proof_test: end -->";
  std::string page = read_file(path);
  const std::size_t from = page.find(begin), to = page.find(end);
  ASSERT_TRUE(from != std::string::npos && to != std::string::npos) << path;
  for (const Row& row : rows) ASSERT_EQ(row.problem, "");
  const std::string fresh = tables(rows, document);
  if (std::getenv("WB_UPDATE_APPENDIX") != nullptr) {
    page.replace(from + begin.size(), to - from - begin.size(), fresh);
    std::ofstream(path) << page;
    return;
  }
  EXPECT_EQ(page.substr(from + begin.size(), to - from - begin.size()), fresh)
      << "write it anew: WB_UPDATE_APPENDIX=1 build/bin/lens_proof_test";
}

}  // namespace
}  // namespace wb
