// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>
#include "wb/instruments.hpp"

namespace wb {

/// One value for each parameter of a space, in the space's order.
class Config {
 public:
  Config() = default;
  explicit Config(std::vector<std::pair<std::string, int>> values) : values_(std::move(values)) {}
  int at(const std::string& name) const;  ///< throws Error naming what is missing
  bool flag(const std::string& name) const { return at(name) != 0; }
  std::size_t size(const std::string& name) const { return static_cast<std::size_t>(at(name)); }
  Config with(const std::string& name, int value) const;  ///< a copy with one value changed
  std::string text() const;                               ///< "WIDTH=4 LOCAL=128"
  /// Build options for the parameters named: "-DWIDTH=4 -DLOCAL=128".
  std::string options(const std::vector<std::string>& names) const;
  const std::vector<std::pair<std::string, int>>& values() const { return values_; }
  auto operator<=>(const Config&) const =
      default;  // NOLINT(modernize-use-nullptr): the check is wrong

 private:
  std::vector<std::pair<std::string, int>> values_;
};

/// A named parameter and the values that may be tried. A choice's values are indices of `labels`.
struct Parameter {
  std::string name;
  std::vector<int> values;
  std::vector<std::string> labels = {};
  static Parameter one_of(std::string name, std::vector<int> values);
  static Parameter powers_of_two(std::string name, int least, int most);
  static Parameter flag(std::string name);  ///< 0, 1
  static Parameter choice(std::string name, std::vector<std::string> labels);
};

/// What must hold of a configuration before anybody builds it, and why.
struct Constraint {
  std::string why;
  std::function<bool(const Config&)> holds;
};

/// All configurations that the parameters span, less those that break a constraint.
class ParameterSpace {
 public:
  ParameterSpace() = default;
  explicit ParameterSpace(std::vector<Parameter> parameters,
                          std::vector<Constraint> constraints = {});
  const std::vector<Parameter>& parameters() const { return parameters_; }
  std::size_t points() const;  ///< before constraints
  /// Why a configuration is none of this space: the constraint, value or name; "" if it is one.
  std::string broken(const Config& config) const;
  std::vector<Config> all() const;  ///< that break nothing, the last parameter fastest
  /// Those that differ in one parameter and break nothing.
  std::vector<Config> neighbours(const Config& config) const;
  /// A configuration from some values; the others take their parameter's first. Throws Error if it
  /// is broken.
  Config config(const std::vector<std::pair<std::string, int>>& values) const;
  std::string hash() const;  ///< of names and values

 private:
  std::vector<Parameter> parameters_;
  std::vector<Constraint> constraints_;
};

/// An operator with a space of ways to compute it.
struct Tunable {
  Experiment experiment;  ///< data, reference and work; its variants are not used
  ParameterSpace space;
  std::function<Variant(const Config&)> variant;
  std::vector<Config> starts;        ///< where a search begins: a suggestion, what people use
  std::vector<std::string> kernels;  ///< files that may be launched: their hash is part of the key
  std::vector<Size> check_sizes;     ///< awkward sizes at which a finalist must be right, too
};

/// What became of a candidate.
enum class Outcome { kOk, kBuildFailed, kIllegal, kWrong, kCut };
std::string outcome_name(Outcome outcome);

struct Trial {
  Config config;
  Outcome outcome = Outcome::kOk;
  std::string reason;  ///< of anything but kOk: the first line
  double fastest_ms = 0;
  bool stored = false;  ///< known from an earlier run, not built again
};

struct SearchState {
  std::size_t tried, most;
  const Trial* best;  ///< nullptr while there is none
  const Trial* last;
};

struct SearchOptions {
  std::size_t builds = 200;  ///< candidates at most, stored ones included
  double seconds = 1e9;
  std::uint64_t seed = 1;
  bool grid = false;       ///< all of the space in its order, else around the best
  int runs = 7;            ///< of each candidate; one that is far behind gets fewer
  std::string store = {};  ///< file that keeps every trial; empty: none
  std::function<void(const SearchState&)> progress = nullptr;
};

struct SearchResult {
  std::vector<Trial> trials;   ///< in the order in which they were tried
  double seconds = 0;          ///< of this run
  std::size_t best_after = 0;  ///< trials until the best was found
  const Trial* best() const;   ///< nullptr if none was right
  std::size_t count(Outcome outcome) const;
  std::vector<Config> finalists(std::size_t most) const;  ///< the fastest that are right
};

/// Builds, verifies and then times candidates. One that does not build, cannot be launched or
/// computes wrong values is counted, not timed. A budgeted search begins at the starts, walks to
/// better neighbours as long as there are any, then goes on from random points. Each trial is
/// stored as soon as it is known, and what is about to be tried is stored before: a search that was
/// cut goes on where it was, and does not try again what ended it. `prepared` must be of the
/// tunable's experiment.
SearchResult search(Session& session, PreparedProblem& prepared, const Tunable& tunable,
                    const SearchOptions& options);

/// The file for a search's trials in the user's cache folder: per device, driver, operator, size,
/// space and kernel code. "" if there is no such folder.
std::string trials_file(const DeviceFacts& facts, const Tunable& tunable, const Size& size);
/// What decides whether stored trials are of this search.
nlohmann::json trials_key(const DeviceFacts& facts, const Tunable& tunable, const Size& size);

nlohmann::json to_json(const Config& config);
/// Throws Error for anything but an object of numbers that is a configuration of the space.
Config config_from_json(const nlohmann::json& json, const ParameterSpace& space);

/// One kernel of a build log that NVIDIA's -cl-nv-verbose fills.
struct RegisterUse {
  std::string entry;
  int registers = 0, stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;
};
std::vector<RegisterUse> parse_register_use(const std::string& build_log);

}  // namespace wb
