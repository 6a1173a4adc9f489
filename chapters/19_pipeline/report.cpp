// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "19_pipeline/report.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "19_pipeline/schedules.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"

namespace chapters {
namespace {

const Graph& k20 = pipeline_graph();

// <ways>
const std::vector<Way> kWays = {
    {"blocking", Order::kBlocking, 1, k20},
    {"in order, 1 frame", Order::kInOrder, 1, k20},
    {"in order, 2 frames", Order::kInOrder, 2, k20},
    {"in order, 3 frames", Order::kInOrder, 3, k20},
    {"out of order, 1 frame", Order::kOutOfOrder, 1, k20},
    {"out of order, 2 frames", Order::kOutOfOrder, 2, k20},
    {"out of order, 3 frames", Order::kOutOfOrder, 3, k20},
    {"three queues, 1 frame", Order::kThreeQueues, 1, k20},
    {"three queues, 3 frames", Order::kThreeQueues, 3, k20},
    {"queue a frame, 2 frames", Order::kQueueAFrame, 2, k20},
    {"queue a frame, 3 frames", Order::kQueueAFrame, 3, k20},
    {"command buffer, 1 frame", Order::kCommandBuffer, 1, k20},
    {"command buffer, 3 frames", Order::kCommandBuffer, 3, k20},
    {"two sub-devices, 2 frames", Order::kSubDevices, 2, k20},
    {"fused, blocking", Order::kBlocking, 1, fused_graph()},
    {"fused, queue a frame, 3 frames", Order::kQueueAFrame, 3, fused_graph()},
};
// </ways>

// Whose timelines are recorded for the page.
bool is_shown(const std::string& name) {
  return name == "blocking" || name == "out of order, 1 frame" ||
         name == "out of order, 3 frames" || name == "queue a frame, 3 frames";
}

struct Candidate {
  std::unique_ptr<Scheduler> scheduler;
  std::vector<Scheduler::Run> runs = {};
  wb::Timing timing = {};

  double once() {
    runs.push_back(scheduler->run());
    return runs.back().total_ms;
  }
  // The one that other programs disturbed least: its timeline is shown.
  const Scheduler::Run& fastest_run() const {
    return *std::ranges::min_element(runs, {}, &Scheduler::Run::total_ms);
  }
};

// Whether every byte comes back right; the results of the run before are gone.
std::string fault_of(Film& film, Scheduler& scheduler) {
  film.clear();
  scheduler.run();
  return film.fault();
}

void time_in_turns(wb::Chapter& chapter, std::vector<Candidate>& candidates, double budget) {
  wb::Protocol protocol = chapter.options().protocol;
  protocol.budget_seconds = std::min(protocol.budget_seconds, budget);
  std::vector<wb::Timed> timed;
  for (Candidate& c : candidates) {
    timed.push_back({c.scheduler->way().name, "host", [&c] { return c.once(); }});
  }
  const std::vector<wb::Timing> timings = wb::time_interleaved(timed, protocol);
  for (std::size_t i = 0; i < timings.size(); ++i) {
    candidates[i].timing = timings[i];
    candidates[i].runs.erase(candidates[i].runs.begin(),
                             candidates[i].runs.begin() + 2);  // warm-up
  }
}

// Three frames from the middle of a run. Each frame has a line; what runs beside another command of
// its frame goes to a second one.
nlohmann::json timeline_of(const std::vector<Slice>& slices, std::size_t frames) {
  const std::size_t from = frames / 2, to = std::min(from + 3, frames);
  std::vector<Slice> shown;
  for (const Slice& slice : slices) {
    if (slice.frame >= from && slice.frame < to) shown.push_back(slice);
  }
  std::ranges::sort(shown, [](const Slice& a, const Slice& b) {
    return std::pair(a.frame, a.start_ms) < std::pair(b.frame, b.start_ms);
  });
  double first = shown.empty() ? 0 : shown[0].start_ms;
  for (const Slice& slice : shown) first = std::min(first, slice.start_ms);
  std::map<std::string, double> busy;  // until when
  nlohmann::json list = nlohmann::json::array();
  const auto round = [&](double ms) { return std::round((ms - first) * 1e5) / 1e5; };
  for (const Slice& slice : shown) {
    std::string track;
    for (int line = 0; track.empty(); ++line) {
      const std::string name =
          fmt::format("frame {}{}", slice.frame, line == 0 ? "" : std::string(line, '+'));
      if (busy[name] <= slice.start_ms) track = name;
    }
    busy[track] = slice.end_ms;
    list.push_back({{"track", track},
                    {"name", slice.name},
                    {"start_ms", round(slice.start_ms)},
                    {"end_ms", round(slice.end_ms)}});
  }
  return list;
}

// What each stage takes with nothing beside it, from the blocking runs; and what follows from that.
void report_stages(wb::Chapter& chapter, const Candidate& blocking, const wb::Size& size) {
  std::map<std::string, std::vector<double>> samples;
  for (const Scheduler::Run& run : blocking.runs) {
    for (const Slice& slice : run.slices) {
      samples[slice.name].push_back(slice.end_ms - slice.start_ms);
    }
  }
  wb::Table table({"stage, alone", "work-groups", "median us", "after"});
  std::vector<double> cost;
  const Graph& graph = pipeline_graph();
  const auto inputs = inputs_of(graph);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const wb::Launch launch = launch_of(graph[i], size);
    std::size_t groups = 1;
    for (cl_uint d = 0; d < launch.global.dimensions(); ++d) {
      groups *= launch.global.get()[d] / launch.local.get()[d];
    }
    wb::Row row;
    row.experiment = "stage";
    row.variant = graph[i].name;
    row.size = size;
    row.time = wb::summarise("device", samples[graph[i].name]);
    row.extra["groups"] = groups;
    cost.push_back(row.time->median_ms);
    std::string after;
    for (const std::size_t j : inputs[i]) after += (after.empty() ? "" : ", ") + graph[j].name;
    table.add({graph[i].name, std::to_string(groups), wb::three_digits(1e3 * cost.back()), after});
    chapter.add(std::move(row));
  }
  wb::Row row;
  row.experiment = "graph";
  row.variant = "twenty kernels";
  row.size = size;
  const double sum = std::accumulate(cost.begin(), cost.end(), 0.0);
  const double way = longest_way(graph, cost);
  row.extra["graph"] = to_json(graph);
  row.extra["bounds"] = {{"sum_ms", sum}, {"way_ms", way}, {"width", sum / way}};
  chapter.add(std::move(row));
  chapter.print(
      "\nEach stage alone, from the blocking runs (device's clock):\n{}"
      "One after the other: {} ms. The longest way through the graph: {} ms. So one frame's own "
      "stages\ncould gain {:.2f}x by running side by side, if none slowed another down.\n",
      table.str(), wb::three_digits(sum), wb::three_digits(way), sum / way);
}

std::size_t frames_of(const wb::DeviceFacts& facts) {
  return facts.cpu ? 12 : 24;
}

}  // namespace

void measure_schedules(wb::Chapter& chapter, const wb::Size& size) {
  wb::Session& session = chapter.session();
  if (session.facts().simulator) {
    chapter.print("\nThe schedules are left out: a simulator has no time.\n");
    return;
  }
  Film film(session, size, frames_of(session.facts()));
  const wb::Scope scope("frames");
  wb::Progress progress("the schedules");
  std::vector<Candidate> candidates;
  std::size_t wrong = 0;
  for (const Way& way : kWays) {
    progress.step(way.name);
    wb::Row row;
    row.experiment = "frame";
    row.variant = way.name;
    row.size = size;
    try {
      auto scheduler = std::make_unique<Scheduler>(film, way);
      row.reason = fault_of(film, *scheduler);
      if (row.reason.empty()) {
        candidates.push_back({std::move(scheduler)});
        continue;
      }
      ++wrong;
      row.status = "wrong";
      chapter.print("\n{} is WRONG: {}\n", way.name, row.reason);
    } catch (const wb::Skipped& skipped) {
      row.status = "skipped";
      row.reason = skipped.what();
      chapter.print("\n{} is skipped: {}\n", way.name, row.reason);
    }
    chapter.add(std::move(row));
  }
  chapter.print(
      "\n{} frames of {} x {} pixels go up, through the kernels, and come back.\n"
      "values    {} of {} ways bring back the reference's bits. Measuring.\n",
      film.frames(), size[1], size[0], candidates.size(), kWays.size());
  if (wrong > 0 || candidates.empty() || candidates[0].scheduler->way().name != "blocking") return;
  time_in_turns(chapter, candidates, 0.25);
  if (session.profiling()) report_stages(chapter, candidates[0], size);

  wb::Table table({"way", "ms a frame", "min", "max", "frames/s", "host us", "speed-up"});
  const auto frames = double(film.frames());
  for (Candidate& candidate : candidates) {
    const Way& way = candidate.scheduler->way();
    wb::Row row;
    row.experiment = "frame";
    row.variant = way.name;
    row.size = size;
    row.reason = fault_of(film, *candidate.scheduler);  // one more run, after the timed ones
    if (!row.reason.empty()) {
      row.status = "wrong";
      table.add({way.name, "WRONG"});
      chapter.add(std::move(row));
      continue;
    }
    std::vector<double> samples, calls;
    for (const Scheduler::Run& run : candidate.runs) {
      samples.push_back(run.total_ms / frames);
      calls.push_back(1e3 * run.calls_ms / frames);
    }
    row.time = wb::summarise("host", samples);
    row.speedup = candidates[0].timing.median_ms / candidate.timing.median_ms;
    std::ranges::sort(calls);
    const double host_us = calls[calls.size() / 2];
    row.extra["frame"] = {{"fps", 1e3 / row.time->median_ms}, {"host_us", host_us}};
    if (is_shown(way.name) && session.profiling()) {
      row.extra["timeline"] = timeline_of(candidate.fastest_run().slices, film.frames());
    }
    table.add({way.name, wb::three_digits(row.time->median_ms), wb::three_digits(row.time->min_ms),
               wb::three_digits(row.time->max_ms), fmt::format("{:.0f}", 1e3 / row.time->median_ms),
               fmt::format("{:.0f}", host_us), fmt::format("{:.2f}x", row.speedup)});
    chapter.add(std::move(row));
  }
  chapter.print("\nWhole frames (host's clock). \"host us\": in enqueue calls, a frame.\n{}",
                table.str());
}

void measure_sizes(wb::Chapter& chapter, const wb::Size& size) {
  wb::Session& session = chapter.session();
  if (session.facts().simulator) return;
  const wb::Scope scope("sizes");
  wb::Table table({"picture", "blocking ms", "out of order, 3 frames", "gain"});
  for (const std::size_t scale : {2, 4, 8, 16}) {
    const wb::Size at = {std::max<std::size_t>(1, size[0] * scale / 4),
                         std::max<std::size_t>(1, size[1] * scale / 4)};
    if (at[0] * at[1] > std::size_t{16} << 20) break;  // sums of bytes have to fit into 32 bits
    Film film(session, at, 6);
    std::vector<Candidate> candidates;
    std::vector<std::string> faults;
    try {
      for (const std::size_t i : {0, 6}) {
        candidates.push_back({std::make_unique<Scheduler>(film, kWays[i])});
        faults.push_back(fault_of(film, *candidates.back().scheduler));
      }
    } catch (const wb::Skipped& skipped) {
      chapter.print("\nThe sizes are left out: {}\n", skipped.what());
      return;
    }
    time_in_turns(chapter, candidates, 0.1);
    const double gain = candidates[0].timing.median_ms / candidates[1].timing.median_ms;
    std::vector<std::string> cells = {fmt::format("{} x {}", at[1], at[0])};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      wb::Row row;
      row.experiment = "by size";
      row.variant = fmt::format("{} {}", i == 0 ? "blocking" : "out of order", at[1]);
      row.size = at;
      row.status = faults[i].empty() ? "ok" : "wrong";
      row.reason = faults[i];
      if (faults[i].empty()) {
        std::vector<double> samples = candidates[i].timing.samples_ms;
        for (double& ms : samples) ms /= double(film.frames());
        row.time = wb::summarise("host", samples);
        row.speedup = i == 0 ? 1 : gain;
      }
      cells.push_back(row.time ? wb::three_digits(row.time->median_ms) : "WRONG");
      chapter.add(std::move(row));
    }
    cells.push_back(fmt::format("{:.2f}x", gain));
    table.add(cells);
  }
  chapter.print("\nMilliseconds a frame, by the size of the picture:\n{}", table.str());
}

}  // namespace chapters
