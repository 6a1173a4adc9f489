// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Searches the spaces of chapter 17 on one device, and keeps what it found.
//   text      book/17_tuning.md
//   build/bin/17_tuning_search                     all four operators; cut it, start it again: it
//   goes on build/bin/17_tuning_search sum --grid          every point of one space
//   build/bin/17_tuning_search --label my_gpu      the name in the matrix of build/bin/17_tuning
#include <CLI/CLI.hpp>

#include "17_tuning/tuning.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"

namespace {

constexpr double kClearly = 1.01;

struct Options {
  std::vector<std::string> operators;
  std::string device, label;
  wb::SearchOptions search;
  wb::Size size;
  bool forget = false;
};

// <finals>
// The fastest of the search and what was set by hand, in turns: a single fast run wins nothing. A
// finalist must also be right at sizes that no tile divides.
const wb::Config* finals(wb::Session& session, wb::PreparedProblem& prepared,
                         const wb::Tunable& tunable, std::vector<wb::Config>& finalists) {
  std::erase_if(finalists, [&](const wb::Config& config) {
    for (const wb::Size& size : tunable.check_sizes) {
      wb::PreparedProblem awkward(tunable.experiment, size, wb::DataKind::kUniform, 2);
      wb::LoadedVariant loaded(session, awkward, tunable.variant(config));
      loaded.enqueue();
      if (loaded.verify().ok) continue;
      fmt::print("struck    {}: wrong at another size\n", config.text());
      return true;
    }
    return false;
  });
  // </finals>
  std::vector<std::unique_ptr<wb::LoadedVariant>> loaded;
  const auto load = [&](const wb::Variant& variant) {
    try {
      loaded.push_back(std::make_unique<wb::LoadedVariant>(session, prepared, variant));
    } catch (const wb::Skipped&) {  // made for another kind of device
    }
  };
  for (const wb::Config& config : finalists) load(tunable.variant(config));
  const std::size_t tuned = finalists.size();  // each was launched before
  for (const wb::Variant& variant : chapters::hand_set(tunable.experiment.name)) load(variant);
  std::vector<wb::Timed> clocks;
  for (auto& each : loaded) clocks.push_back(wb::timed(session, *each));
  const std::vector<wb::Timing> times =
      wb::time_interleaved(clocks, {.rounds = 15, .runs = 10, .budget_seconds = 2});
  wb::Table table({"finals", "median ms", "fastest"});
  std::size_t best = 0;
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    if (i < tuned && times[i].median_ms < times[best].median_ms) best = i;
    table.add({loaded[i]->variant().name, wb::three_digits(times[i].median_ms),
               wb::three_digits(times[i].min_ms)});
  }
  fmt::print("{}", table.str());
  // <winner>
  // What people use is only replaced by what is clearly faster.
  for (std::size_t i = 0; i < tuned; ++i) {
    const bool start = std::ranges::count(tunable.starts, finalists[i]) > 0;
    if (start && times[i].median_ms < times[best].median_ms * kClearly) best = i;
  }
  // </winner>
  return tuned == 0 ? nullptr : &finalists[best];
}

void tune(wb::Session& session, const wb::Tunable& tunable, Options options) {
  const wb::DeviceFacts& facts = session.facts();
  const wb::Experiment& experiment = tunable.experiment;
  const bool gpu = facts.type == "GPU" && !experiment.gpu_size.empty();
  const wb::Size size = options.size.empty()
                            ? gpu ? experiment.gpu_size : experiment.default_size
                            : wb::Size(experiment.dimensions.size(), options.size[0]);
  wb::PreparedProblem prepared(experiment, size, wb::DataKind::kUniform, 1);
  options.search.store = wb::trials_file(facts, tunable, size);
  if (options.forget) std::remove(options.search.store.c_str());
  const std::size_t legal = tunable.space.all().size();
  fmt::print("\n{}: {} points, {} of them within the constraints\n", experiment.name,
             tunable.space.points(), legal);
  wb::Progress progress("searching " + experiment.name);
  options.search.progress = [&](const wb::SearchState& state) {
    progress.step(fmt::format("{} of {}; best {} ms; {}", state.tried, state.most,
                              state.best ? wb::three_digits(state.best->fastest_ms) : "–",
                              state.last->config.text()));
  };
  const wb::SearchResult result = wb::search(session, prepared, tunable, options.search);
  const auto count = [&](wb::Outcome outcome) { return result.count(outcome); };
  const std::size_t stored = static_cast<std::size_t>(
      std::ranges::count_if(result.trials, [](const wb::Trial& trial) { return trial.stored; }));
  fmt::print(
      "tried     {} in {:.0f} s ({} known before): {} right, {} did not build, {} illegal, {} "
      "wrong, {} cut\n",
      result.trials.size(), result.seconds, stored, count(wb::Outcome::kOk),
      count(wb::Outcome::kBuildFailed), count(wb::Outcome::kIllegal), count(wb::Outcome::kWrong),
      count(wb::Outcome::kCut));
  for (const wb::Trial& trial : result.trials) {
    if (trial.outcome == wb::Outcome::kWrong) fmt::print("wrong     {}\n", trial.config.text());
  }
  const wb::Trial* best = result.best();
  if (!best) throw wb::Error("no candidate of " + experiment.name + " computed the right values");
  const double first = result.trials[0].fastest_ms;
  fmt::print("best      {} ms after {} trials; the first was {} ms\n",
             wb::three_digits(best->fastest_ms), result.best_after, wb::three_digits(first));
  std::vector<wb::Config> finalists = result.finalists(5);
  for (const wb::Trial& trial : result.trials) {  // what people use stays in the race
    const bool start = std::ranges::count(tunable.starts, trial.config) > 0;
    const bool there = std::ranges::count(finalists, trial.config) > 0;
    if (start && !there && trial.outcome == wb::Outcome::kOk) finalists.push_back(trial.config);
  }
  const wb::Config* winner = finals(session, prepared, tunable, finalists);
  if (!winner) throw wb::Error("no finalist of " + experiment.name + " is right at every size");
  fmt::print("winner    {}\n", winner->text());
  nlohmann::json found = {{"config", wb::to_json(*winner)},
                          {"text", winner->text()},
                          {"size", size},
                          {"driver", facts.driver},
                          {"kernels", wb::trials_key(facts, tunable, size).at("kernels")},
                          {"points", tunable.space.points()},
                          {"legal", legal},
                          {"tried", result.trials.size()},
                          {"ok", count(wb::Outcome::kOk)},
                          {"build_failed", count(wb::Outcome::kBuildFailed)},
                          {"illegal", count(wb::Outcome::kIllegal)},
                          {"wrong", count(wb::Outcome::kWrong)},
                          {"cut", count(wb::Outcome::kCut)},
                          {"best_after", result.best_after},
                          {"over_first", first > 0 ? first / best->fastest_ms : 0},
                          {"seconds", result.seconds}};
  chapters::write_tuned({options.label, facts.name, {{experiment.name, std::move(found)}}});
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::size_t size = 0;
  std::string merge;
  CLI::App app("Searches for the best parameters of four operators", "17_tuning_search");
  app.add_option("operators", options.operators, "gemm, transpose, sum, convolution; none: all")
      ->check(CLI::IsMember({"gemm", "transpose", "sum", "convolution"}));
  app.add_option("--device", options.device, "index, platform:device, or part of a name");
  app.add_option("--label", options.label, "the name under which results are kept");
  app.add_option("--size", size, "of every dimension")->check(CLI::Range(1, 1 << 28));
  app.add_option("--builds", options.search.builds, "candidates of an operator at most")
      ->check(CLI::Range(1, 100000));
  app.add_option("--seconds", options.search.seconds, "for each operator, at most");
  app.add_option("--seed", options.search.seed, "of the random steps");
  app.add_flag("--grid", options.search.grid, "every point in order, not only around the best");
  app.add_option("--merge", merge, "only take over what another machine's search wrote");
  app.add_flag("--forget", options.forget, "do not go on from stored trials");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(wb::ExitCode::kUsage);
  }
  try {
    if (!merge.empty()) {
      for (const chapters::Tuned& tuned : chapters::read_tuned(merge)) chapters::write_tuned(tuned);
      fmt::print("kept in {}\n", chapters::tuned_file());
      return 0;
    }
    wb::Session session(options.device);
    const wb::DeviceFacts& facts = session.facts();
    if (options.label.empty()) options.label = facts.pocl ? "pocl" : facts.name;
    if (size > 0) options.size = {size};
    fmt::print("17_tuning_search on {} ({}); driver {}\n", facts.name, facts.platform,
               facts.driver);
    for (const wb::Tunable& tunable : chapters::tunables(&facts)) {
      const std::string& name = tunable.experiment.name;
      const bool all = options.operators.empty();
      if (!all && std::ranges::find(options.operators, name) == options.operators.end()) continue;
      tune(session, tunable, options);
    }
    fmt::print("\nkept in {}\n", chapters::tuned_file());
    return 0;
  } catch (const wb::Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "17_tuning_search: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const cl::Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "17_tuning_search: {} failed: {}\n", error.what(),
               wb::cl_error_name(error.err()));
    return static_cast<int>(wb::ExitCode::kEnvironment);
  }
}
