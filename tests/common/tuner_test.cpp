// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/tuner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "wb/error.hpp"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using wb::Config;
using wb::Outcome;
using wb::Parameter;
using wb::ParameterSpace;

constexpr std::size_t kCount = 4099;

wb::Session& session() {
  static wb::Session one;
  return one;
}

// KIND decides what is wrong with a candidate, WORK how long it takes.
wb::Tunable doubling(int* built = nullptr) {
  wb::Tunable tunable;
  tunable.experiment.name = "doubling";
  tunable.experiment.dimensions = {"n"};
  tunable.experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("x", wb::Type::kFloat, {size[0]})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("y", wb::Type::kFloat, {size[0]})};
    return problem;
  };
  tunable.experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      expected.value.push_back(2 * problem.inputs[0].value(i));
    }
    return expected;
  };
  tunable.space = ParameterSpace(
      {Parameter::one_of("WORK", {4000, 400, 40, 1}), Parameter::one_of("KIND", {0, 1, 2, 3})});
  tunable.variant = [built](const Config& config) -> wb::Variant {
    return {.name = config.text(),
            .idea = "",
            .plan = [config, built](const wb::Size& size, const wb::DeviceFacts&) {
              if (built) ++*built;
              return wb::Plan{{{.kernel = "tuned.cl",
                                .entry = "tuned",
                                .options = config.options({"WORK", "KIND"}),
                                .args = {wb::as_int(size[0]), "x", "y"},
                                .global = cl::NDRange(wb::round_up(size[0], 16)),
                                .local = cl::NDRange(16)}}};
            }};
  };
  tunable.starts = {tunable.space.config({})};
  tunable.kernels = {"tuned.cl"};
  return tunable;
}

wb::SearchResult run(const wb::Tunable& tunable, const wb::SearchOptions& options) {
  wb::PreparedProblem prepared(tunable.experiment, {kCount}, wb::DataKind::kUniform, 1);
  return wb::search(session(), prepared, tunable, options);
}

std::string store_file(const char* name) {
  const auto file = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove(file);
  return file.string();
}

TEST(Config, GivesTextOptionsAndValuesByName) {
  const Config config({{"A", 4}, {"B", 0}});
  EXPECT_EQ(config.text(), "A=4 B=0");
  EXPECT_EQ(config.options({"B", "A"}), "-DB=0 -DA=4");
  EXPECT_FALSE(config.flag("B"));
  EXPECT_EQ(config.with("B", 7).at("B"), 7);
  EXPECT_THROW(config.at("C"), wb::Error);
  EXPECT_THROW(config.with("C", 1), wb::Error);
}

TEST(Space, CountsPointsAndLeavesOutWhatBreaksAConstraint) {
  const ParameterSpace space(
      {Parameter::powers_of_two("A", 1, 8), Parameter::flag("B"),
       Parameter::choice("C", {"x", "y", "z"})},
      {{"A above 4 needs B", [](const Config& c) { return c.at("A") <= 4 || c.flag("B"); }}});
  EXPECT_EQ(space.points(), 24u);
  EXPECT_THAT(space.all(), SizeIs(21));
  EXPECT_EQ(space.broken(Config({{"A", 8}, {"B", 0}, {"C", 0}})), "A above 4 needs B");
  EXPECT_THAT(space.broken(Config({{"A", 3}, {"B", 0}, {"C", 0}})),
              HasSubstr("none of the values"));
  EXPECT_NE(space.broken(Config({{"B", 1}, {"A", 1}, {"C", 0}})), "");
  EXPECT_NE(space.broken(Config({{"A", 1}})), "");
  EXPECT_THROW(space.config({{"A", 8}}), wb::Error);
  EXPECT_THROW(space.config({{"D", 8}}), wb::Error);
}

TEST(Space, NeighboursDifferInOneParameterAndBreakNothing) {
  const ParameterSpace space(
      {Parameter::one_of("A", {1, 2, 3}), Parameter::flag("B")},
      {{"not 3 with 1", [](const Config& c) { return c.at("A") != 3 || !c.flag("B"); }}});
  EXPECT_THAT(
      space.neighbours(Config({{"A", 1}, {"B", 1}})),
      testing::UnorderedElementsAre(Config({{"A", 2}, {"B", 1}}), Config({{"A", 1}, {"B", 0}})));
}

TEST(Space, RefusesParametersWithoutValuesAndTwoOfAName) {
  EXPECT_THROW(ParameterSpace({Parameter::one_of("A", {})}), wb::Error);
  EXPECT_THROW(ParameterSpace({Parameter::flag("A"), Parameter::flag("A")}), wb::Error);
}

TEST(Space, ReadsAConfigurationBackAndRefusesAStrangersOne) {
  const ParameterSpace space({Parameter::one_of("A", {1, 2}), Parameter::flag("B")});
  const Config config = space.config({{"A", 2}});
  EXPECT_EQ(wb::config_from_json(wb::to_json(config), space), config);
  EXPECT_THROW(wb::config_from_json({{"A", 2}}, space), wb::Error);
  EXPECT_THROW(wb::config_from_json({{"A", 3}, {"B", 0}}, space), wb::Error);
  EXPECT_THROW(wb::config_from_json({{"A", "2"}, {"B", 0}}, space), wb::Error);
  EXPECT_THROW(wb::config_from_json("no object", space), wb::Error);
}

TEST(Search, GridTriesAllAndSortsThemByWhatBecameOfThem) {
  const wb::SearchResult result = run(doubling(), {.grid = true, .runs = 3});
  ASSERT_THAT(result.trials, SizeIs(16));
  EXPECT_EQ(result.count(Outcome::kOk), 4u);
  EXPECT_EQ(result.count(Outcome::kWrong), 4u);
  EXPECT_EQ(result.count(Outcome::kBuildFailed), 4u);
  EXPECT_EQ(result.count(Outcome::kIllegal), 4u);
  for (const wb::Trial& trial : result.trials) {
    EXPECT_EQ(trial.outcome == Outcome::kOk, trial.fastest_ms > 0) << trial.config.text();
    EXPECT_EQ(trial.outcome == Outcome::kOk, trial.reason.empty()) << trial.config.text();
  }
  ASSERT_NE(result.best(), nullptr);
  EXPECT_EQ(result.best()->config.at("KIND"), 0);
  EXPECT_NE(result.best()->config.at("WORK"), 4000);
  EXPECT_THAT(result.finalists(2), SizeIs(2));
  EXPECT_EQ(result.finalists(2)[0], result.best()->config);
  EXPECT_EQ(result.finalists(9).size(), 4u);
}

TEST(Search, AroundTheBestBeginsAtTheStartAndKeepsToItsBudget) {
  const wb::SearchResult five = run(doubling(), {.builds = 5, .runs = 2});
  EXPECT_THAT(five.trials, SizeIs(5));
  EXPECT_EQ(five.trials[0].config, doubling().starts[0]);
  const wb::SearchResult all = run(doubling(), {.builds = 100, .runs = 2});
  std::set<Config> different;
  for (const wb::Trial& trial : all.trials) different.insert(trial.config);
  EXPECT_EQ(different.size(), 16u);  // no candidate twice, and none left out
  EXPECT_THAT(all.trials, SizeIs(16));
  EXPECT_THAT(run(doubling(), {.seconds = -1, .runs = 1}).trials, SizeIs(0));
}

TEST(Search, ShowsProgressAfterEachCandidate) {
  std::vector<std::size_t> tried;
  run(doubling(), {.builds = 3, .runs = 1, .progress = [&](const wb::SearchState& state) {
                     tried.push_back(state.tried);
                     EXPECT_EQ(state.most, 3u);
                     EXPECT_NE(state.last, nullptr);
                   }});
  EXPECT_THAT(tried, ElementsAre(1, 2, 3));
}

TEST(Store, GoesOnWhereASearchEnded) {
  const std::string file = store_file("goes_on.json");
  run(doubling(), {.builds = 4, .runs = 1, .store = file});
  int built = 0;
  const wb::SearchResult again = run(doubling(&built), {.builds = 4, .runs = 1, .store = file});
  EXPECT_EQ(built, 0);
  EXPECT_TRUE(std::ranges::all_of(again.trials, &wb::Trial::stored));
  const wb::SearchResult more =
      run(doubling(&built), {.builds = 16, .runs = 1, .store = file, .progress = nullptr});
  EXPECT_THAT(more.trials, SizeIs(16));
  EXPECT_EQ(std::ranges::count_if(more.trials, &wb::Trial::stored), 4);
}

TEST(Store, DoesNotTryAgainWhatASearchWasCutIn) {
  const std::string file = store_file("cut.json");
  run(doubling(), {.builds = 1, .runs = 1, .store = file});
  auto json = nlohmann::json::parse(std::ifstream(file));
  json["started"] = {{"WORK", 1}, {"KIND", 0}};  // what the file says when the process ends here
  std::ofstream(file) << json;
  const wb::SearchResult result = run(doubling(), {.grid = true, .runs = 1, .store = file});
  EXPECT_EQ(result.count(Outcome::kCut), 1u);
  EXPECT_EQ(result.count(Outcome::kOk), 3u);
  for (const wb::Trial& trial : result.trials) {
    const bool cut = trial.config.text() == "WORK=1 KIND=0";
    EXPECT_EQ(trial.outcome == Outcome::kCut, cut) << trial.config.text();
  }
}

TEST(Store, SaysBeforehandWhatIsTried) {
  const std::string file = store_file("beforehand.json");
  wb::Tunable tunable = doubling();
  const auto variant = tunable.variant;
  tunable.variant = [&](const Config& config) {
    const auto json = nlohmann::json::parse(std::ifstream(file));
    EXPECT_EQ(json.at("started"), wb::to_json(config));
    return variant(config);
  };
  run(tunable, {.builds = 2, .runs = 1, .store = file});
  EXPECT_FALSE(nlohmann::json::parse(std::ifstream(file)).contains("started"));
}

TEST(Store, LeavesOutAnotherDevicesTrialsAndWhatIsNoStore) {
  const std::string file = store_file("others.json");
  run(doubling(), {.builds = 4, .runs = 1, .store = file});
  const auto stored = nlohmann::json::parse(std::ifstream(file));
  for (const char* part : {"device", "driver", "kernels", "space", "size"}) {
    auto json = stored;
    json["key"][part] = "another";
    std::ofstream(file) << json;
    const wb::SearchResult result = run(doubling(), {.builds = 1, .runs = 1, .store = file});
    EXPECT_FALSE(result.trials.at(0).stored) << part;
  }
  for (const char* text : {"", "{", "[]", "{\"key\": 1}"}) {
    std::ofstream(file) << text;
    EXPECT_FALSE(run(doubling(), {.builds = 1, .runs = 1, .store = file}).trials.at(0).stored);
  }
  auto json = stored;  // one bad trial after all the good ones, and none of them is used
  json["trials"].push_back(json["trials"][0]);
  json["trials"].back()["outcome"] = "excellent";
  std::ofstream(file) << json;
  EXPECT_FALSE(run(doubling(), {.builds = 1, .runs = 1, .store = file}).trials.at(0).stored);
}

TEST(Store, WorksWithoutAFileThatCanBeWritten) {
  EXPECT_THAT(run(doubling(), {.builds = 2, .runs = 1, .store = "/proc/no/such.json"}).trials,
              SizeIs(2));
}

TEST(Key, DependsOnDeviceDriverSizeSpaceAndCode) {
  const wb::DeviceFacts facts = session().facts();
  const wb::Tunable tunable = doubling();
  const auto key = wb::trials_key(facts, tunable, {1});
  for (std::string wb::DeviceFacts::*part : {&wb::DeviceFacts::name, &wb::DeviceFacts::platform,
                                             &wb::DeviceFacts::driver, &wb::DeviceFacts::version}) {
    wb::DeviceFacts other = facts;
    other.*part += "x";
    EXPECT_NE(wb::trials_key(other, tunable, {1}), key) << facts.*part;
  }
  wb::DeviceFacts half = facts;
  ++half.compute_units;
  EXPECT_NE(wb::trials_key(half, tunable, {1}), key);
  EXPECT_NE(wb::trials_key(facts, tunable, {2}), key);
  wb::Tunable wider = tunable;
  wider.experiment.name = "another";
  EXPECT_NE(wb::trials_key(facts, wider, {1}), key);
  wider = tunable;
  wider.space = ParameterSpace({Parameter::flag("A")});
  EXPECT_NE(wb::trials_key(facts, wider, {1}), key);
  wider = tunable;
  wider.kernels = {"twice.cl"};
  EXPECT_NE(wb::trials_key(facts, wider, {1}), key);
}

TEST(Registers, ReadsWhatTheCompilerOfNvidiaWrites) {
  const auto uses = wb::parse_register_use(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'one' for 'sm_90'\n"
      "ptxas info    : Function properties for one\n"
      "ptxas         .     64 bytes stack frame, 40 bytes spill stores, 52 bytes spill loads\n"
      "ptxas info    : Used 118 registers, 8192 bytes smem, 388 bytes cmem[0]\n"
      "ptxas info    : Compiling entry function 'two' for 'sm_90'\n"
      "ptxas info    : Used 8 registers, 360 bytes cmem[0]\n");
  ASSERT_THAT(uses, SizeIs(2));
  EXPECT_EQ(uses[0].entry, "one");
  EXPECT_EQ(uses[0].registers, 118);
  EXPECT_EQ(uses[0].stack_bytes, 64);
  EXPECT_EQ(uses[0].spill_store_bytes, 40);
  EXPECT_EQ(uses[0].spill_load_bytes, 52);
  EXPECT_EQ(uses[1].entry, "two");
  EXPECT_EQ(uses[1].registers, 8);
  EXPECT_EQ(uses[1].spill_load_bytes, 0);
  EXPECT_THAT(wb::parse_register_use(""), SizeIs(0));
  EXPECT_THAT(wb::parse_register_use("Used 8 registers"), SizeIs(0));
}

}  // namespace
