// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// How much the kernel asks of memory: the exercise's contract against what the lens counts.
#include <fmt/core.h>

#include <algorithm>

#include "judge.hpp"
#include "wb/error.hpp"

namespace wb {

void Judge::traffic(JudgeFinding& finding) {
  for (const Experiment& experiment : info_.exercises) {
    for (const Variant& variant : experiment.variants) {
      if (experiment.lens_size.empty() || variant.exempt.count("lens")) continue;
      const TemporaryDirectory scratch;
      const Apart apart = this->apart(scratch.path());
      const LensOutcome outcome = lens(executable_path(), experiment, variant, experiment.lens_size,
                                       options_.model, &apart);
      if (outcome.wrong_values) {
        finding.status = "fail";
        finding.cases.push_back({size_text(experiment.lens_size, "x"), "fail", "wrong"});
        finding.message = fmt::format(
            "what      at {}, under the simulator: {}\n"
            "means     The values depend on which work-items come first. Most often a barrier is "
            "missing, in a place that smaller sizes do not reach.\n{}",
            size_text(experiment.lens_size), readable(outcome.reason),
            re_read(info_.stem, "What can go wrong"));
        return;
      }
      if (outcome.status != "ok") {
        finding.status = "not run";
        finding.cases.push_back({size_text(experiment.lens_size, "x"), "not run", "stopped"});
        finding.message = "what      the lens could not run it: " + readable(outcome.reason) + "\n";
        return;
      }
      show_counts(outcome.report);
      note_traffic(finding, experiment, variant, outcome);
    }
  }
  if (finding.cases.empty()) finding.status = "not run";
}

// --exercise with --lens or --lens=lines: what was counted, allowed or not.
void Judge::show_counts(const LensReport& report) const {
  if (!options_.lens || options_.json_file == "-") return;
  fmt::print("{}", lens_table(report));
  for (const LensKernel& kernel : report.kernels) {
    if (options_.lens_lines) fmt::print("\n{}", annotated_source(kernel, report.model));
  }
  fmt::print("\n");
}

void Judge::note_traffic(JudgeFinding& finding, const Experiment& experiment,
                         const Variant& variant, const LensOutcome& outcome) {
  LensCounts sum;
  for (const LensKernel& kernel : outcome.report.kernels) sum += kernel.counts;
  const LensModel& model = outcome.report.model;
  const auto counted = flatten(sum, model);
  Traffic limits;
  if (variant.at_most) limits = variant.at_most(experiment.lens_size, model);
  const bool loads_are_limited = std::any_of(limits.begin(), limits.end(), [](const auto& limit) {
    return limit.first.starts_with("global_load");
  });
  if (loads_are_limited && !limits.count("constant_load_requests")) {
    // What all lanes read alike may be constant; data is not to come in by that door.
    limits["constant_load_words"] = counted.at("constant_load_requests");
  }
  for (const auto& [name, limit] : limits) {
    const auto got = counted.find(name);
    if (got == counted.end()) throw Error("the contract names no counter: " + name);
    const bool ok = got->second <= limit;
    finding.cases.push_back({name, ok ? "pass" : "fail", ok ? "" : "exceeded"});
    if (ok) continue;
    const bool first = finding.status == "pass";
    finding.status = "fail";
    finding.message +=
        fmt::format("{}at {}{}: {}: {} counted, at most {} allowed\n",
                    first ? "what      " : "          and ", size_text(experiment.lens_size),
                    which_launch(experiment, variant), name, got->second, limit);
    const LensLine* worst = nullptr;
    double most = 0;
    for (const LensKernel& kernel : outcome.report.kernels) {
      for (const LensLine& line : kernel.lines) {
        const double value = flatten(line.counts, model)[name];
        if (line.line != 0 && value > most) {
          most = value;
          worst = &line;
        }
      }
    }
    if (worst) {
      finding.message += fmt::format("where     {}:{}: {} of them\n            {}\n", shown_,
                                     worst->line, most, source_line(source_, worst->line));
    }
    finding.message += "means     " + counter_meaning(name) + "\n";
  }
  if (finding.status == "fail") {
    finding.message +=
        fmt::format("          See each line's share: build/bin/{} --exercise --lens=lines\n{}",
                    info_.stem, re_read(info_.stem, "Through the lens"));
  }
}

}  // namespace wb
