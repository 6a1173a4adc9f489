// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Whoever lands race.cpp deletes this file.
#include <nlohmann/json.hpp>

#include "wb/race.hpp"

namespace wb {

// race.cpp
RaceOutcome run_race(const RaceRun&) {
  return {.status = "not run", .reason = "not built", .reports = {}, .out = {}, .err = {}};
}
std::string oclgrind_path(std::string* reason) {
  *reason = "not built";
  return "";
}
nlohmann::json race_to_json(const RaceOutcome& outcome) {
  return {{"status", outcome.status}, {"reason", outcome.reason}};
}

}  // namespace wb
