// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What is here, what it allows, and how fast it can be at best.
// Text: book/01_platform_query.md. Kernels: kernels/01_platform_query.
//   build/bin/01_platform_query
//   build/bin/01_platform_query --peers --json limits.json
#include "01_platform_query/cpu_loops.hpp"
#include "01_platform_query/launch_judge.hpp"
#include "01_platform_query/limits.hpp"
#include "01_platform_query/platform_query.hpp"
#include "wb/chapter.hpp"
#include "wb/process.hpp"
#include "wb/table.hpp"

namespace {

// Every device that the loader lists, chosen or not: what it says of itself, and whether it
// computes. A driver that lists a device may still be unable to compile for it.
void list_devices(wb::Chapter& chapter) {
  const wb::DeviceEntry& chosen = chapter.session().entry();
  for (const wb::DeviceEntry& entry : wb::list_devices()) {
    const bool is_chosen = entry.index == chosen.index;
    chapter.print("device {}{}\n", entry.describe(), is_chosen ? ", the one measured below" : "");
    const wb::Row row = chapters::check_device(wb::executable_path(), entry);
    chapter.print("self-check: {} {}\n",
                  row.status == "ok" ? "built, ran, values right" : row.status, row.reason);
    chapter.add(row);
    const std::vector<chapters::LimitGroup> limits = chapters::limits_of(entry);
    chapter.print("{}\n", chapters::to_text(limits));
    if (is_chosen) chapter.document().extra["limits"] = chapters::to_json(limits);
  }
}

// The peak as a data sheet would have it, before anything is measured.
void predict(wb::Chapter& chapter) {
  const wb::DeviceFacts& facts = chapter.session().facts();
  nlohmann::json& limits = chapter.document().extra["limits"];
  const nlohmann::json lanes =
      facts.cpu ? limits["native_vector_width"]["float"] : limits["preferred_work_group_multiple"];
  if (facts.simulator || !lanes.is_number() || lanes == 0) return;
  const double paper = chapters::paper_gflops(facts, lanes);
  limits["paper_gflops"] = paper;
  chapter.print("on paper: {} compute units x {} MHz x {} lanes x 2 = {} GFLOP/s\n",
                facts.compute_units, facts.clock_mhz, lanes.get<unsigned>(),
                wb::three_digits(paper));
  chapter.print(
      "for each multiply-add unit of a compute unit; no query tells how many it has.\n\n");
}

void measure(wb::Chapter& chapter) {
  wb::Session& session = chapter.session();
  if (session.facts().simulator) {
    chapter.print("a simulator has no speed: no ceilings.\n");
    return;
  }
  wb::Progress progress("measuring this device's ceilings");
  std::vector<wb::CeilingTry> tries = wb::ceiling_tries(session, true);
  if (chapter.options().peers) {
    for (wb::CeilingTry& peer : chapters::ceiling_peers(session, tries)) {
      tries.push_back(std::move(peer));
    }
  }
  // Ceilings have a protocol of their own unless the command line asks for another; only their own
  // is worth keeping.
  const wb::Protocol& asked = chapter.options().protocol;
  const wb::Protocol usual;
  const bool own = asked.rounds == usual.rounds && asked.runs == usual.runs &&
                   asked.budget_seconds == usual.budget_seconds;
  wb::run_tries(tries, own ? wb::kCeilingProtocol : asked);
  for (wb::Row& row : chapters::rows_of(tries)) chapter.add(std::move(row));
  chapter.document().ceilings = wb::best_of(tries);
  chapter.print("{}\n{}", chapters::table_of(tries), chapters::summary_of(tries));
  if (!own || wb::store_ceilings(session.facts(), chapter.document().ceilings)) return;
  chapter.print("(not kept: no cache folder can be written; later chapters measure anew)\n");
}

// Counted, the kernels of the ceilings are experiments as any chapter's.
void count(wb::Chapter& chapter) {
  for (const wb::Experiment& experiment : chapters::platform_kernels()) {
    chapter.verify(experiment);
    chapter.measure(experiment);
    chapter.report(experiment);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const wb::ChapterInfo info = {
      "01_platform_query",          "What is here, what it allows, and how fast it can be at best",
      chapters::platform_kernels(), {},
      wb::kBudgetSeconds,           chapters::launch_exercise()};
  return wb::chapter_main(argc, argv, info, [](wb::Chapter& chapter) {
    chapter.banner();
    list_devices(chapter);
    predict(chapter);
    const bool counts = chapter.options().race || chapter.options().lens;
    counts ? count(chapter) : measure(chapter);
  });
}
