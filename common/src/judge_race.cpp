// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Races, bounds, uninitialised reads and divergent barriers, under the simulator.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "judge.hpp"

namespace wb {
namespace {

constexpr std::size_t kShownReports = 3;

}  // namespace

void Judge::races(JudgeFinding& finding) {
  for (const Experiment& experiment : info_.exercises) {
    for (const Variant& variant : experiment.variants) {
      for (const Size& size : experiment.race_sizes) {
        if (variant.exempt.count("race")) continue;
        const TemporaryDirectory scratch;
        const Apart apart = this->apart(scratch.path());
        const RaceOutcome outcome = race(executable_path(), experiment, variant, size, &apart);
        keep_printed(outcome.out);
        note_race(finding, size, which_launch(experiment, variant), outcome);
      }
    }
  }
  if (finding.cases.empty()) finding.status = "not run";
}

void Judge::note_race(JudgeFinding& finding, const Size& size, const std::string& which,
                      const RaceOutcome& outcome) {
  const std::string name = size_text(size, "x");
  if (outcome.status == "clean") {
    finding.cases.push_back({name, "pass", ""});
    return;
  }
  const bool dirty = outcome.status == "dirty";
  std::set<std::string> kinds;
  for (const RaceReport& report : outcome.reports) kinds.insert(report.kind);
  if (dirty && kinds.empty()) kinds.insert("wrong");
  for (const std::string& kind : kinds) finding.cases.push_back({name, "fail", kind});
  // A kernel that stops the simulator has not passed; whose fault that is we cannot say.
  if (!dirty) finding.cases.push_back({name, "not run", "stopped"});
  if (finding.status == "fail" || (finding.status == "not run" && !dirty)) return;
  finding.status = dirty ? "fail" : "not run";
  std::string text =
      fmt::format("what      at {}{}, under the simulator: ", size_text(size), which);
  text += dirty && outcome.reports.empty() ? outcome.reason + "\n"
          : dirty                          ? fmt::format("{} reports\n", outcome.reports.size())
                  : "it could not be run: " + readable(outcome.reason) + "\n";
  for (std::size_t i = 0; i < std::min(outcome.reports.size(), kShownReports); ++i) {
    const RaceReport& report = outcome.reports[i];
    if (report.line == 0) {  // about the call or the log, not about a line
      text += "          " + report.message + "\nmeans     " + report.explanation + "\n";
      continue;
    }
    text += fmt::format("where     {}:{}: {}\n            {}\n", readable(report.file), report.line,
                        report.message, report.source);
    if (report.other_line != 0 && report.other_line != report.line) {
      text += fmt::format("          and {}:{}\n            {}\n", readable(report.file),
                          report.other_line, report.other_source);
    }
    for (const std::string& item : report.work_items) {
      text += "          work-item " + item + "\n";
    }
    text += "means     " + report.explanation + "\n";
  }
  if (outcome.reports.size() > kShownReports) {
    text += fmt::format("          and {} more: build/bin/{} --exercise=FILE\n",
                        outcome.reports.size() - kShownReports, info_.stem);
  }
  finding.message = text + re_read(info_.stem, "What can go wrong");
}

}  // namespace wb
