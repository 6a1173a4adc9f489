// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>
#include "wb/ceilings.hpp"
#include "wb/instruments.hpp"

namespace wb {

/// One row of a chapter's table: one variant at one size, by every instrument that looked.
struct Row {
  std::string experiment, variant;
  Size size;
  std::string status = "ok";  ///< "ok" | "wrong" | "skipped"
  std::string reason;
  bool peer = false;
  double max_relative_error = 0;
  double predicted_gain = 0;  ///< expected speed-up over the baseline, 0: none stated
  Work work;
  double floor_ms = 0;
  std::string bound;  ///< "memory" | "compute": which ceiling sets the floor
  std::vector<Launch> launches;
  std::optional<Timing> time;  ///< only for a row that is "ok"
  double speedup = 0;          ///< over the baseline, same run
  double over_previous = 0;    ///< over the experiment's `previous`, same run; 0: none
  std::map<std::string, double> of_peer;
  std::optional<RaceOutcome> race;
  std::optional<LensOutcome> lens;
  Size lens_size;
  Traffic predicted;
  nlohmann::json extra =
      nlohmann::json::object();  ///< more keys, as "timeline"; merged into the row
  double gflops() const;
  double gbps() const;
  double of_roof() const;  ///< floor time over measured time
};

/// What one run of a chapter found; schema 1; check_schema() says what it must hold.
struct Document {
  std::string chapter;
  DeviceFacts device;
  Ceilings ceilings;
  std::deque<Row> rows;  ///< a reference to one outlives the next one added
  nlohmann::json extra = nlohmann::json::object();  ///< chapter-specific keys, merged at the top
};

/// Floor time of this work under these ceilings; fills floor_ms and bound.
void place_on_roofline(Row& row, const Ceilings& ceilings);

nlohmann::json to_json(const Document& document);
nlohmann::json row_to_json(const Row& row);
std::string to_csv(const Document& document);

/// Whether a document has the shape of schema 1: every required key present with the right type.
/// Returns one line per fault, with the JSON pointer; empty if it is valid.
std::vector<std::string> check_schema(const nlohmann::json& document);

/// Git revision that was built, "-dirty" appended if the tree had changes.
std::string revision();
std::string today();  ///< "2026-11-29"

}  // namespace wb
