// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/tuner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "wb/ceilings.hpp"
#include "wb/error.hpp"
#include "wb/hash.hpp"
#include "wb/whole_file.hpp"

namespace wb {
namespace {
namespace fs = std::filesystem;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// Configurations and spaces

int Config::at(const std::string& name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return value;
  }
  throw Error(fmt::format("the configuration {} has no {}", text(), name));
}

Config Config::with(const std::string& name, int value) const {
  at(name);  // it must be there
  Config changed = *this;
  for (auto& [known, old] : changed.values_) {
    if (known == name) old = value;
  }
  return changed;
}

std::string Config::text() const {
  std::string text;
  for (const auto& [name, value] : values_) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string Config::options(const std::vector<std::string>& names) const {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format("{}-D{}={}", text.empty() ? "" : " ", name, at(name));
  }
  return text;
}

Parameter Parameter::one_of(std::string name, std::vector<int> values) {
  return {std::move(name), std::move(values)};
}

Parameter Parameter::powers_of_two(std::string name, int least, int most) {
  Parameter parameter{std::move(name), {}};
  for (int value = least; value > 0 && value <= most; value *= 2) parameter.values.push_back(value);
  return parameter;
}

Parameter Parameter::flag(std::string name) {
  return {std::move(name), {0, 1}};
}

Parameter Parameter::choice(std::string name, std::vector<std::string> labels) {
  Parameter parameter{std::move(name), {}, std::move(labels)};
  for (std::size_t i = 0; i < parameter.labels.size(); ++i) {
    parameter.values.push_back(static_cast<int>(i));
  }
  return parameter;
}

ParameterSpace::ParameterSpace(std::vector<Parameter> parameters,
                               std::vector<Constraint> constraints)
    : parameters_(std::move(parameters)), constraints_(std::move(constraints)) {
  std::set<std::string> names;
  for (const Parameter& parameter : parameters_) {
    if (parameter.values.empty()) throw Error("parameter " + parameter.name + " has no values");
    if (!names.insert(parameter.name).second) {
      throw Error("two parameters are named " + parameter.name);
    }
  }
}

std::size_t ParameterSpace::points() const {
  std::size_t points = 1;
  for (const Parameter& parameter : parameters_) points *= parameter.values.size();
  return points;
}

std::string ParameterSpace::broken(const Config& config) const {
  if (config.values().size() != parameters_.size()) {
    return fmt::format("{} values for {} parameters", config.values().size(), parameters_.size());
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& [name, value] = config.values()[i];
    if (name != parameters_[i].name) {
      return fmt::format("{} stands where {} should", name, parameters_[i].name);
    }
    if (std::ranges::find(parameters_[i].values, value) == parameters_[i].values.end()) {
      return fmt::format("{} is none of the values of {}", value, name);
    }
  }
  for (const Constraint& constraint : constraints_) {
    if (!constraint.holds(config)) return constraint.why;
  }
  return "";
}

std::vector<Config> ParameterSpace::all() const {
  std::vector<Config> all;
  std::vector<std::pair<std::string, int>> values;
  for (const Parameter& parameter : parameters_) {
    values.emplace_back(parameter.name, parameter.values[0]);
  }
  std::vector<std::size_t> at(parameters_.size(), 0);
  for (std::size_t point = 0; point < points(); ++point) {
    std::size_t left = point;
    for (std::size_t i = parameters_.size(); i-- > 0;) {
      const std::vector<int>& choices = parameters_[i].values;
      values[i].second = choices[left % choices.size()];
      left /= choices.size();
    }
    Config config(values);
    const bool whole = std::ranges::all_of(
        constraints_, [&](const Constraint& constraint) { return constraint.holds(config); });
    if (whole) all.push_back(std::move(config));
  }
  return all;
}

std::vector<Config> ParameterSpace::neighbours(const Config& config) const {
  std::vector<Config> found;
  for (const Parameter& parameter : parameters_) {
    for (const int value : parameter.values) {
      if (value == config.at(parameter.name)) continue;
      Config near = config.with(parameter.name, value);
      if (broken(near).empty()) found.push_back(std::move(near));
    }
  }
  return found;
}

Config ParameterSpace::config(const std::vector<std::pair<std::string, int>>& values) const {
  std::vector<std::pair<std::string, int>> all;
  for (const Parameter& parameter : parameters_) {
    all.emplace_back(parameter.name, parameter.values[0]);
  }
  Config config(std::move(all));
  for (const auto& [name, value] : values) config = config.with(name, value);
  if (const std::string why = broken(config); !why.empty()) {
    throw Error(fmt::format("{} is outside of the space: {}", config.text(), why));
  }
  return config;
}

std::string ParameterSpace::hash() const {
  std::string text;
  for (const Parameter& parameter : parameters_) {
    text += parameter.name + ":";
    for (const int value : parameter.values) text += std::to_string(value) + ",";
  }
  return source_hash(text, "");
}

nlohmann::json to_json(const Config& config) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, value] : config.values()) json[name] = value;
  return json;
}

Config config_from_json(const nlohmann::json& json, const ParameterSpace& space) {
  std::vector<std::pair<std::string, int>> values;
  for (const Parameter& parameter : space.parameters()) {
    const auto found = json.is_object() ? json.find(parameter.name) : json.end();
    if (found == json.end() || !found->is_number_integer()) {
      throw Error(fmt::format("a stored configuration has no number {}", parameter.name));
    }
    values.emplace_back(parameter.name, found->get<int>());
  }
  return space.config(values);
}

// ---------------------------------------------------------------------------------------------
// Stored trials

namespace {

constexpr Outcome kOutcomes[] = {Outcome::kOk, Outcome::kBuildFailed, Outcome::kIllegal,
                                 Outcome::kWrong, Outcome::kCut};

/// The trials of one search, in memory and in a file.
class Store {
 public:
  Store(std::string file, nlohmann::json key, const ParameterSpace& space)
      : file_(std::move(file)), key_(std::move(key)) {
    std::ifstream in(file_);
    const auto json = nlohmann::json::parse(in, nullptr, false);
    if (!json.is_object() || json.value("key", nlohmann::json()) != key_) return;
    try {
      for (const nlohmann::json& each : json.at("trials")) add(read(each, space));
      if (!json.contains("started")) return;
      Trial cut{config_from_json(json.at("started"), space), Outcome::kCut,
                "the search ended while this was built or run", 0, true};
      if (!trials_.contains(cut.config)) add(std::move(cut));
    } catch (const std::exception&) {  // somebody else wrote into it: begin anew
      trials_.clear();
    }
  }
  const Trial* find(const Config& config) const {
    const auto found = trials_.find(config);
    return found == trials_.end() ? nullptr : &found->second;
  }
  void start(const Config& config) {
    started_ = to_json(config);
    write();
  }
  void finish(const Trial& trial) {
    started_ = nullptr;
    add(trial);
    write();
  }

 private:
  std::string file_;
  nlohmann::json key_, started_;
  std::map<Config, Trial> trials_;

  void add(Trial trial) {
    trial.stored = true;
    const Config config = trial.config;
    trials_.insert_or_assign(config, std::move(trial));
  }
  static Trial read(const nlohmann::json& json, const ParameterSpace& space) {
    Trial trial;
    trial.config = config_from_json(json.at("config"), space);
    const std::string outcome = json.at("outcome");
    const auto* found = std::ranges::find_if(
        kOutcomes, [&](Outcome each) { return outcome_name(each) == outcome; });
    if (found == std::end(kOutcomes)) throw Error("no outcome is named " + outcome);
    trial.outcome = *found;
    trial.reason = json.at("reason");
    trial.fastest_ms = json.at("fastest_ms");
    return trial;
  }
  void write() const {
    if (file_.empty()) return;
    nlohmann::json json = {{"key", key_}, {"trials", nlohmann::json::array()}};
    for (const auto& [config, trial] : trials_) {
      json["trials"].push_back({{"config", to_json(config)},
                                {"outcome", outcome_name(trial.outcome)},
                                {"reason", trial.reason},
                                {"fastest_ms", trial.fastest_ms}});
    }
    if (!started_.is_null()) json["started"] = started_;
    std::error_code failed;
    fs::create_directories(fs::path(file_).parent_path(), failed);
    write_whole_file(file_,
                     json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
};

}  // namespace

std::string outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return "ok";
    case Outcome::kBuildFailed:
      return "build failed";
    case Outcome::kIllegal:
      return "illegal";
    case Outcome::kWrong:
      return "wrong";
    case Outcome::kCut:
      return "cut";
  }
  return "";
}

nlohmann::json trials_key(const DeviceFacts& facts, const Tunable& tunable, const Size& size) {
  std::string code;
  for (const std::string& file : tunable.kernels) {
    code += source_hash(read_kernel_file(find_kernel_file(file)), file);
  }
  return {{"format", 1},
          {"device", facts.name},
          {"platform", facts.platform},
          {"driver", facts.driver},
          {"version", facts.version},
          {"compute_units", facts.compute_units},
          {"operator", tunable.experiment.name},
          {"size", size},
          {"space", tunable.space.hash()},
          {"kernels", source_hash(code, "")}};
}

std::string trials_file(const DeviceFacts& facts, const Tunable& tunable, const Size& size) {
  const fs::path beside = ceilings_cache_file(facts);
  if (beside.empty()) return "";
  const std::string hash = source_hash(trials_key(facts, tunable, size).dump(), "");
  std::string name = tunable.experiment.name;
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return (beside.parent_path() / fmt::format("tuning-{}-{}.json", name, hash)).string();
}

// ---------------------------------------------------------------------------------------------
// The search

namespace {

constexpr double kFarBehind = 2;   // a candidate this much slower than the best is timed once
constexpr double kBetter = 0.995;  // of the best's time: less than that is noise

class Search {
 public:
  Search(Session& session, PreparedProblem& prepared, const Tunable& tunable,
         const SearchOptions& options)
      : session_(session),
        prepared_(prepared),
        tunable_(tunable),
        options_(options),
        store_(options.store, trials_key(session.facts(), tunable, prepared.problem().size),
               tunable.space),
        started_(now_seconds()) {}

  SearchResult grid() {
    for (const Config& config : tunable_.space.all()) {
      if (!visit(config)) break;
    }
    return end();
  }

  SearchResult around_the_best() {
    for (const Config& config : tunable_.starts) {
      if (!visit(config)) return end();
    }
    // Walk from the best start; later from random points, each of which may lead to a better best.
    walk(best_config());
    std::vector<Config> all = tunable_.space.all();
    std::shuffle(all.begin(), all.end(), random_);
    for (const Config& config : all) {
      if (seen_.contains(config)) continue;
      const double before = best_ms();
      if (!visit(config)) break;
      if (best_ms() < before) walk(config);
    }
    return end();
  }

 private:
  Session& session_;
  PreparedProblem& prepared_;
  const Tunable& tunable_;
  const SearchOptions& options_;
  Store store_;
  double started_;
  std::mt19937_64 random_{options_.seed};
  std::set<Config> seen_;
  SearchResult result_;

  double best_ms() const { return result_.best() ? result_.best()->fastest_ms : 1e300; }
  Config best_config() const { return result_.best() ? result_.best()->config : Config(); }

  /// Tries what was not tried yet; false when the budget is spent.
  bool visit(const Config& config) {
    if (seen_.contains(config)) return true;
    if (result_.trials.size() >= options_.builds) return false;
    if (now_seconds() - started_ > options_.seconds) return false;
    seen_.insert(config);
    const double before = best_ms();
    if (const Trial* known = store_.find(config)) {
      result_.trials.push_back(*known);
    } else {
      store_.start(config);
      result_.trials.push_back(attempt(config));
      store_.finish(result_.trials.back());
    }
    if (best_ms() < before) result_.best_after = result_.trials.size();
    if (options_.progress) {
      options_.progress(
          {result_.trials.size(), options_.builds, result_.best(), &result_.trials.back()});
    }
    return true;
  }

  /// To the first better neighbour, again and again, until none is.
  void walk(Config from) {
    while (!from.values().empty()) {
      std::vector<Config> near = tunable_.space.neighbours(from);
      std::shuffle(near.begin(), near.end(), random_);
      bool moved = false;
      for (const Config& config : near) {
        const double before = best_ms();
        if (!visit(config)) return;
        if (best_ms() < before * kBetter) {
          from = config;
          moved = true;
          break;
        }
      }
      if (!moved) return;
    }
  }

  Trial attempt(const Config& config) {
    Trial trial;
    trial.config = config;
    const auto fail = [&](Outcome outcome, const std::string& why) {
      trial.outcome = outcome;
      trial.reason = first_line(why);
      return trial;
    };
    if (const std::string why = tunable_.space.broken(config); !why.empty()) {
      return fail(Outcome::kIllegal, why);
    }
    try {
      const Variant variant = tunable_.variant(config);
      const Size& size = prepared_.problem().size;
      if (variant.needs) {
        const std::string why = variant.needs(session_.facts(), size);
        if (!why.empty()) return fail(Outcome::kIllegal, why);
      }
      try {
        for (const Launch& launch : variant.plan(size, session_.facts()).launches) {
          session_.kernel(launch.kernel, launch.entry, launch.options);
        }
      } catch (const Error& error) {
        return fail(Outcome::kBuildFailed, error.what());
      }
      LoadedVariant loaded(session_, prepared_, variant);
      loaded.enqueue();
      const Verdict verdict = loaded.verify();
      if (!verdict.ok) return fail(Outcome::kWrong, verdict.message);
      const Timed clock = timed(session_, loaded);
      trial.fastest_ms = clock.once();
      for (int run = 1; run < options_.runs && trial.fastest_ms < kFarBehind * best_ms(); ++run) {
        trial.fastest_ms = std::min(trial.fastest_ms, clock.once());
      }
      return trial;
    } catch (const Error& error) {  // Skipped among them: check_launch and its like
      return fail(Outcome::kIllegal, error.what());
    } catch (const cl::Error& error) {
      return fail(Outcome::kIllegal,
                  fmt::format("{}: {}", error.what(), cl_error_name(error.err())));
    }
  }

  SearchResult end() {
    result_.seconds = now_seconds() - started_;
    return std::move(result_);
  }
};

}  // namespace

const Trial* SearchResult::best() const {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (trial.outcome != Outcome::kOk) continue;
    if (best == nullptr || trial.fastest_ms < best->fastest_ms) best = &trial;
  }
  return best;
}

std::size_t SearchResult::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(trials, [&](const Trial& t) { return t.outcome == outcome; }));
}

std::vector<Config> SearchResult::finalists(std::size_t most) const {
  std::vector<const Trial*> right;
  for (const Trial& trial : trials) {
    if (trial.outcome == Outcome::kOk) right.push_back(&trial);
  }
  std::ranges::stable_sort(right, {}, [](const Trial* trial) { return trial->fastest_ms; });
  std::vector<Config> found;
  for (std::size_t i = 0; i < std::min(most, right.size()); ++i) {
    found.push_back(right[i]->config);
  }
  return found;
}

SearchResult search(Session& session, PreparedProblem& prepared, const Tunable& tunable,
                    const SearchOptions& options) {
  Search search(session, prepared, tunable, options);
  return options.grid ? search.grid() : search.around_the_best();
}

std::vector<RegisterUse> parse_register_use(const std::string& build_log) {
  static const std::regex kEntry(
      R"re((?:Compiling entry function|Function properties for) '?([\w$]+))re");
  static const std::regex kStack(
      R"((\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads)");
  static const std::regex kRegisters(R"(Used (\d+) registers)");
  std::vector<RegisterUse> found;
  std::istringstream lines(build_log);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, kEntry)) {
      if (found.empty() || found.back().entry != match[1]) {
        found.emplace_back();
        found.back().entry = match[1];
      }
    } else if (found.empty()) {
      continue;
    } else if (std::regex_search(line, match, kStack)) {
      found.back().stack_bytes = std::stoi(match[1]);
      found.back().spill_store_bytes = std::stoi(match[2]);
      found.back().spill_load_bytes = std::stoi(match[3]);
    } else if (std::regex_search(line, match, kRegisters)) {
      found.back().registers = std::stoi(match[1]);
    }
  }
  return found;
}

}  // namespace wb
