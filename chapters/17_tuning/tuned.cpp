// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What searches found, on this device and on others: kept, reused, and run against each other.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "17_tuning/tuning.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"
#include "wb/whole_file.hpp"

namespace chapters {

namespace {

constexpr const char* kTunedFile = "17_tuning/tuned.json";

nlohmann::json read_json(const std::string& file) {
  std::ifstream in(file);
  if (!in) return nlohmann::json::array();
  nlohmann::json json = nlohmann::json::parse(in, nullptr, false);
  if (!json.is_array()) {
    throw wb::Error(file + " is not what 17_tuning_search writes; search again, or remove it");
  }
  return json;
}

std::string row_name(const std::string& label) {
  return "tuned on " + label;
}

}  // namespace

std::string tuned_file() {
  const char* named = std::getenv("WB_TUNED");
  return named && *named ? named : wb::find_kernel_file(kTunedFile);
}

std::vector<Tuned> read_tuned(const std::string& file) {
  std::vector<Tuned> all;
  for (const nlohmann::json& each : read_json(file)) {
    all.push_back({each.at("label"), each.at("device"), each.at("operators")});
  }
  return all;
}

std::vector<Tuned> read_tuned() {
  std::vector<Tuned> all = read_tuned(tuned_file());
  // A file named by the reader that is not there yet: what the book knows is a start.
  return all.empty() ? read_tuned(wb::find_kernel_file(kTunedFile)) : all;
}

void write_tuned(const Tuned& tuned) {
  std::vector<Tuned> all = read_tuned();
  const auto found = std::ranges::find(all, tuned.label, &Tuned::label);
  if (found == all.end()) {
    all.push_back(tuned);
  } else {
    found->device = tuned.device;
    for (const auto& [name, result] : tuned.operators.items()) found->operators[name] = result;
  }
  nlohmann::json json = nlohmann::json::array();
  for (const Tuned& each : all) {
    json.push_back({{"label", each.label}, {"device", each.device}, {"operators", each.operators}});
  }
  const std::string file = tuned_file();
  if (!wb::write_whole_file(file, json.dump(1) + "\n")) {
    throw wb::Error("cannot write " + file + ": is its folder there, with room?");
  }
}

namespace {

// A configuration found elsewhere is a variant like any other: verified, then timed.
wb::Variant tuned_variant(const wb::Tunable& tunable, const Tuned& tuned) {
  wb::Variant variant;
  try {
    const nlohmann::json& found = tuned.operators.at(tunable.experiment.name);
    variant = tunable.variant(wb::config_from_json(found.at("config"), tunable.space));
  } catch (const std::exception& error) {  // of an older space, or not searched there
    const std::string why = fmt::format("no configuration of {}: {}", tuned.label, error.what());
    variant.plan = [](const wb::Size&, const wb::DeviceFacts&) { return wb::Plan{}; };
    variant.needs = [why](const wb::DeviceFacts&, const wb::Size&) { return why; };
    variant.exempt = {{"race", why}, {"lens", why}};
  }
  variant.idea = variant.name;  // the configuration
  variant.name = row_name(tuned.label);
  variant.predict = nullptr;
  // The simulators have less local memory than a GPU that a tile was tuned for.
  if (tunable.experiment.name != "sum")
    variant.exempt["lens"] = "its own chapter counts its kernel";
  if (tunable.experiment.name == "transpose") {
    variant.exempt["race"] = "its own chapter checks its kernel";
  }
  return variant;
}

}  // namespace

std::vector<wb::Experiment> tuned_operators() {
  const std::vector<Tuned> all = read_tuned();
  std::vector<wb::Experiment> experiments;
  for (const wb::Tunable& tunable : tunables()) {
    wb::Experiment experiment = tunable.experiment;
    experiment.variants = hand_set(experiment.name);
    experiment.baseline = experiment.variants[0].name;
    experiment.previous = "";
    experiment.peers = nullptr;
    for (const Tuned& tuned : all) experiment.variants.push_back(tuned_variant(tunable, tuned));
    experiment.race_sizes = {tunable.check_sizes[0]};
    experiment.test_sizes = tunable.check_sizes;
    experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
    experiments.push_back(std::move(experiment));
  }
  return experiments;
}

void report_tuned(wb::Chapter& chapter, const std::vector<wb::Experiment>& experiments) {
  if (!chapter.options().only_variant.empty()) return;
  const std::vector<Tuned> all = read_tuned();
  const std::string here = chapter.session().facts().name;
  std::vector<std::string> heading = {"operator", "best set by hand"};
  for (const Tuned& tuned : all) heading.push_back(row_name(tuned.label));
  chapter.print(
      "\nTuned on X, run here: speed over the best that was set by hand for this device\n");
  wb::Table table(heading);
  for (const wb::Experiment& experiment : experiments) {
    const wb::Row* best = nullptr;
    std::vector<wb::Row*> rows;
    for (wb::Row& row : chapter.document().rows) {
      if (row.experiment != experiment.name) continue;
      rows.push_back(&row);
      const bool by_hand = !row.variant.starts_with("tuned on ");
      if (by_hand && row.time && (!best || row.time->median_ms < best->time->median_ms))
        best = &row;
    }
    std::vector<std::string> cells = {experiment.name, best ? best->variant : "–"};
    for (const Tuned& tuned : all) {
      const auto row = std::ranges::find_if(
          rows, [&](const wb::Row* each) { return each->variant == row_name(tuned.label); });
      cells.push_back("–");
      if (row == rows.end()) continue;
      if (tuned.operators.contains(experiment.name)) {
        (*row)->extra["search"] = tuned.operators.at(experiment.name);
      }
      if (!best || !(*row)->time) continue;
      const double gain = best->time->median_ms / (*row)->time->median_ms;
      (*row)->extra["tuned"] = {{"over_hand", gain}};
      cells.back() = fmt::format("{:.2f}", gain);
    }
    table.add(std::move(cells));
  }
  chapter.print("{}", table.str());
  for (const Tuned& tuned : all) {
    if (tuned.device == here) return;
  }
  chapter.print(
      "This device is none of these; build/bin/17_tuning_search --label NAME tunes for it.\n");
}

}  // namespace chapters
