// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The reader of Oclgrind's log. An input: the log, then standard error and output of the run.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "wb/race.hpp"

namespace {

using fuzz::require;

constexpr unsigned kAll = 1'000'000;
const std::map<std::string, std::string> kFiles = {{"sum", "08_reduction/sum.cl"}};

void check_report(const wb::RaceReport& r) {
  static constexpr std::array kKinds = {"race",       "bounds", "uninitialised",
                                        "divergence", "api",    "other"};
  require(std::find(kKinds.begin(), kKinds.end(), r.kind) != kKinds.end(), "the kind is known",
          r.kind);
  require(r.count > 0, "a report stands for a message");
  require(!r.explanation.empty() && r.explanation.find('\n') == std::string::npos,
          "the explanation is one line", r.explanation);
  for (const std::string* text : {&r.message, &r.source, &r.other_source, &r.kernel, &r.file}) {
    require(text->find('\n') == std::string::npos, "what is reported is one line", *text);
  }
}

void check_outcome(const wb::RaceOutcome& outcome) {
  for (const wb::RaceReport& r : outcome.reports) check_report(r);
  const bool known =
      outcome.status == "clean" || outcome.status == "dirty" || outcome.status == "not run";
  require(known, "the status is known", outcome.status);
  require((outcome.status == "not run") == !outcome.reason.empty(), "\"not run\" has a reason");
  require(outcome.status != "clean" || outcome.reports.empty(), "\"clean\" reports nothing");
  const std::string written = wb::race_to_json(outcome).dump();
  require(nlohmann::json::parse(written).dump() == written, "the outcome can be written as JSON");
}

/// What two outcomes tell a reader.
bool same_reports(const wb::RaceOutcome& one, const wb::RaceOutcome& other, unsigned times) {
  return std::equal(one.reports.begin(), one.reports.end(), other.reports.begin(),
                    other.reports.end(), [&](const auto& a, const auto& b) {
                      return a.kind == b.kind && a.message == b.message && a.line == b.line &&
                             a.other_line == b.other_line && a.file == b.file &&
                             a.explanation == b.explanation && a.count * times == b.count;
                    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> parts = fuzz::parts_of(fuzz::text_of(data, size), 3);
  const std::string& log = parts[0];
  const wb::RaceOutcome outcome = wb::parse_race_log(log, kFiles, kAll);
  check_outcome(outcome);
  require(wb::parse_race_log(log, kFiles, 2).reports.size() <= 2, "the limit of reports is kept");
  const wb::RaceOutcome twice = wb::parse_race_log(log + "\n\n" + log, kFiles, kAll);
  require(same_reports(outcome, twice, 2), "a log twice over gives the same, counted twice", log);

  wb::ProcessResult run;
  run.started = true;
  run.exit_code = 0;
  run.piped = log;
  run.err = parts[1];
  run.out = parts[2];
  const wb::RaceOutcome whole = wb::read_race_run(run, kFiles, kAll);
  check_outcome(whole);
  require(whole.out.size() <= run.out.size() && whole.err == run.err,
          "nothing is added to what the program printed", whole.out);
  return 0;
}
