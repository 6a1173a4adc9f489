// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "18_resources/ways.hpp"
#include "wb/process.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"

namespace chapters {
namespace {

constexpr std::size_t kFrames = 32, kThreads = 4;

const std::vector<Way> kWays = {
    {"create and release", Source::kCreate, kThreads},
    {"kept buffers", Source::kKept, kThreads},
    {"pool with a lock", Source::kPool, kThreads},
    {"pool, twice the places", Source::kPool, kThreads, 2},
    {"parts side by side", Source::kApart, kThreads},
    {"static plan", Source::kPlan, kThreads},
};

bool left_out(wb::Chapter& chapter, const char* what) {
  wb::Session& session = chapter.session();
  if (session.profiling() && !session.facts().simulator) return false;
  chapter.print("\n{} left out: {}.\n", what,
                session.profiling() ? "a simulator has no time" : "no queue here records times");
  return true;
}

double median(std::vector<double> values) {
  return wb::summarise("host", std::move(values)).median_ms;
}

// A way under measurement: what it allocated and every run.
struct Candidate {
  std::unique_ptr<Runner> runner;
  std::size_t buffers = 0, peak_bytes = 0;  // of one run: made in it; most at a time
  std::vector<Run> runs;
  wb::Timing timing;

  double of(double Run::*what) const {
    std::vector<double> values;
    for (const Run& run : runs) values.push_back(run.*what);
    return median(std::move(values));
  }
};

// Runs it once on results that were cleared, counting what it allocates. "" if all is right.
std::string check(Job& job, Candidate& candidate) {
  Ledger& ledger = candidate.runner->ledger();
  candidate.runner->run();  // the driver's own first times are over
  const std::size_t buffers = ledger.buffers();
  job.clear_results();
  candidate.runner->run();
  candidate.buffers = ledger.buffers() - buffers;
  candidate.peak_bytes = ledger.peak_bytes();
  ledger.follow_bytes(false);
  return job.fault();
}

nlohmann::json resources_of(const Candidate& c, std::size_t frames) {
  const double f = double(frames);
  return {{"idle_percent", 100 * c.of(&Run::idle)},
          {"host_us_per_frame", 1e3 * c.of(&Run::host_ms) / f},
          {"us_per_frame", 1e3 * c.timing.median_ms / f},
          {"allocations_per_frame", double(c.buffers) / f},
          {"peak_bytes", c.peak_bytes},
          {"peak_mib", double(c.peak_bytes) / 1048576},
          {"lock_us_per_frame", 1e3 * c.of(&Run::lock_ms) / f},
          {"block_us_per_frame", 1e3 * c.of(&Run::block_ms) / f}};
}

// A window of a run: the kernels of each thread, and who waited for the pool.
nlohmann::json timeline_of(const Run& run, double from, double length) {
  nlohmann::json list = nlohmann::json::array();
  const auto add = [&](const std::string& track, const std::string& name, double start,
                       double end) {
    start = std::max(0.0, start - from);
    end = std::min(length, end - from);
    if (end <= start) return;
    const auto round = [](double value) { return std::round(value * 1e5) / 1e5; };
    list.push_back(
        {{"track", track}, {"name", name}, {"start_ms", round(start)}, {"end_ms", round(end)}});
  };
  for (std::size_t t = 0; t < kThreads; ++t) {
    for (const Ran& ran : run.ran) {
      if (ran.thread != t) continue;
      add(fmt::format("kernels of thread {}", t + 1), std::to_string(ran.frame), ran.start_ms,
          ran.end_ms);
    }
  }
  for (const bool lock : {true, false}) {
    for (const Wait& wait : run.waits) {
      if (wait.for_lock != lock) continue;
      add(lock ? "waits for the lock" : "waits for a block",
          wait.thread == Wait::kDriver ? "driver" : std::to_string(wait.thread + 1), wait.start_ms,
          wait.end_ms);
    }
  }
  return list;
}

// Of a few runs the one that took the median time.
Run typical(Runner& runner, const wb::ClockOffset& clock) {
  constexpr std::size_t kTries = 3;
  std::vector<Run> runs;
  for (std::size_t i = 0; i < kTries; ++i) runs.push_back(runner.run(&clock));
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.total_ms < b.total_ms; });
  return runs[kTries / 2];
}

void time_in_turns(wb::Chapter& chapter, std::vector<Candidate>& candidates, double budget) {
  wb::Protocol protocol = chapter.options().protocol;
  protocol.budget_seconds = std::min(protocol.budget_seconds, budget);
  std::vector<wb::Timed> timed;
  for (Candidate& c : candidates) {
    timed.push_back({c.runner->way().name, "host", [&c] {
                       c.runs.push_back(c.runner->run());
                       return c.runs.back().total_ms;
                     }});
  }
  const std::vector<wb::Timing> timings = wb::time_interleaved(timed, protocol);
  for (std::size_t i = 0; i < timings.size(); ++i) {
    candidates[i].timing = timings[i];
    candidates[i].runs.erase(candidates[i].runs.begin(), candidates[i].runs.begin() + 2);
  }
}

// Verifies all ways; what is wrong becomes a row, what is right a candidate.
std::vector<Candidate> verified(wb::Chapter& chapter, Job& job, const std::string& experiment,
                                const std::vector<Way>& ways) {
  std::vector<Candidate> candidates;
  for (const Way& way : ways) {
    Candidate candidate{std::make_unique<Runner>(job, way), 0, 0, {}, {}};
    const std::string fault = check(job, candidate);
    if (fault.empty()) {
      candidates.push_back(std::move(candidate));
      continue;
    }
    chapter.print("\n{} is WRONG: {}\n", way.name, fault);
    wb::Row row;
    row.experiment = experiment;
    row.variant = way.name;
    row.size = {job.samples(), job.frames()};
    row.status = "wrong";
    row.reason = fault;
    chapter.add(std::move(row));
  }
  return candidates;
}

wb::Row row_of(Job& job, const std::string& experiment, Candidate& c) {
  wb::Row row;
  row.experiment = experiment;
  row.variant = c.runner->way().name;
  row.size = {job.samples(), job.frames()};
  row.work = frame_experiment().work({job.samples()});
  row.work.bytes *= double(job.frames());
  // One more run, after the timed ones, on cleared results.
  job.clear_results();
  c.runner->run();
  row.reason = job.fault();
  if (!row.reason.empty()) {
    row.status = "wrong";
    return row;
  }
  row.time = c.timing;
  row.extra["resources"] = resources_of(c, job.frames());
  return row;
}

std::string digits(const wb::Row& row, const char* key) {
  return wb::three_digits(row.extra["resources"][key].get<double>());
}

}  // namespace

void measure_costs(wb::Chapter& chapter, std::size_t samples) {
  if (left_out(chapter, "What memory costs is")) return;
  wb::Session& session = chapter.session();
  constexpr int kTimes = 64;
  const std::size_t bytes = wb::round_up(samples * sizeof(cl_uint), part_alignment(session));
  Ledger ledger;
  ledger.follow_bytes(false);
  cl::Buffer parent = ledger.buffer(session.context(), 2 * bytes);
  const cl::Buffer kept = ledger.part(parent, 0, bytes);
  const auto fill = [&](const cl::Buffer& buffer) {
    session.queue().enqueueFillBuffer(buffer, cl_uint{1}, 0, bytes);
  };
  const auto touch = [&](const cl::Buffer& buffer) {
    fill(buffer);
    session.queue().finish();
  };
  const auto timed = [&](const char* name, const std::function<void()>& once) -> wb::Timed {
    return {name, "host", [once, &session] {
              const double start = wb::host_now_ms();
              for (int i = 0; i < kTimes; ++i) once();
              session.queue().finish();
              return (wb::host_now_ms() - start) / kTimes;
            }};
  };
  std::vector<wb::Timed> all = {
      timed("buffer, made and released",
            [&] { cl::Buffer made = ledger.buffer(session.context(), bytes); }),
      timed("buffer, made, filled and released",
            [&] {
              cl::Buffer made = ledger.buffer(session.context(), bytes);
              touch(made);
            }),
      timed("kept buffer, filled", [&] { touch(parent); }),
      timed("sub-buffer, made and released",
            [&] { cl::Buffer part = ledger.part(parent, bytes, bytes); }),
      timed("sub-buffer, made, filled and released",
            [&] {
              cl::Buffer part = ledger.part(parent, bytes, bytes);
              touch(part);
            }),
      timed("the same, nothing waited for",
            [&] {
              cl::Buffer part = ledger.part(parent, bytes, bytes);
              fill(part);
            }),
      timed("kept sub-buffer, filled, nothing waited for", [&] { fill(kept); }),
  };
  touch(parent);
  wb::Protocol protocol = chapter.options().protocol;
  protocol.budget_seconds = std::min(protocol.budget_seconds, 0.15);
  const std::vector<wb::Timing> timings = wb::time_interleaved(all, protocol);
  wb::Table table({"to get " + wb::human_bytes(double(bytes)), "median us", "min", "max"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    wb::Row row;
    row.experiment = "cost";
    row.variant = all[i].name;
    row.size = {bytes};
    row.time = timings[i];
    row.extra["us"] = 1e3 * timings[i].median_ms;
    table.add({all[i].name, wb::three_digits(1e3 * row.time->median_ms),
               wb::three_digits(1e3 * row.time->min_ms), wb::three_digits(1e3 * row.time->max_ms)});
    chapter.add(std::move(row));
  }
  chapter.print("\nWhat it costs on the host's clock:\n{}", table.str());

  std::string said = "accepted, though the standard forbids it";
  try {
    // <misaligned>
    ledger.part(parent, sizeof(cl_uint), bytes);
    // </misaligned>
  } catch (const cl::Error& error) {
    said = wb::cl_error_name(error.err());
  }
  chapter.print("Sub-buffers begin at multiples of {} bytes here. One at byte 4: {}.\n",
                part_alignment(session), said);
}

void measure_parts(wb::Chapter& chapter) {
  if (left_out(chapter, "Whether parts may overlap is")) return;
  constexpr int kRuns = 4, kRounds = 50;
  const std::string program =
      std::filesystem::path(wb::executable_path()).parent_path() / "18_resources_parts";
  if (!std::filesystem::exists(program)) {
    chapter.print("\nWhether parts may overlap is left out: {} is not there.\n", program);
    return;
  }
  const wb::DeviceEntry& entry = chapter.session().entry();
  wb::Table table({"sub-buffers", "programs", "ended well", "the others"});
  for (const char* way : {"apart", "overlapping", "overlapping-last-first"}) {
    int well = 0;
    std::set<std::string> others;
    for (int i = 0; i < kRuns; ++i) {
      wb::Command command;
      command.argv = {program, way, std::to_string(kRounds),
                      fmt::format("{}:{}", entry.platform_index, entry.device_index)};
      const wb::ProcessResult child = wb::run_process(command);
      if (child.ok()) {
        ++well;
      } else {
        others.insert(child.describe());
      }
    }
    table.add({way, std::to_string(kRuns), std::to_string(well),
               fmt::format("{}", fmt::join(others, ", "))});
    wb::Row row;
    row.experiment = "parts";
    row.variant = way;
    row.size = {kRounds};
    row.extra["parts"] = {{"programs", kRuns}, {"ended_well", well}, {"failed", kRuns - well}};
    chapter.add(std::move(row));
  }
  chapter.print("\nPrograms that make sub-buffers, use them one after the other, release them:\n{}",
                table.str());
}

void show_plan(wb::Chapter& chapter, std::size_t samples) {
  const wb::DeviceFacts& facts = chapter.session().facts();
  const std::vector<wb::Lifetime> lifetimes = lifetimes_of(samples);
  const wb::MemoryPlan plan = plan_of(samples, facts);
  chapter.print("\nThe plan for a frame. Upwards the arena, to the right the twelve steps:\n");
  constexpr std::size_t kLines = 12;
  constexpr const char* kLetters = "AHSqtGDgdEF";
  for (std::size_t line = kLines; line-- > 0;) {
    const std::size_t from = plan.peak_bytes * line / kLines + 1;
    std::string text;
    for (std::size_t s = 0; s < kSteps.size(); ++s) {
      char letter = '.';
      for (std::size_t t = 0; t < lifetimes.size(); ++t) {
        const bool here = plan.offset[t] <= from && from < plan.offset[t] + lifetimes[t].bytes;
        if (here && lifetimes[t].first <= s && s <= lifetimes[t].last) letter = kLetters[t];
      }
      text += std::string(2, letter) + ' ';
    }
    chapter.print("  {}\n", text);
  }
  const std::size_t sum = sum_of_temporaries(samples);
  chapter.print(
      "{} temporaries, {} in all, in an arena of {}: {}.\n", lifetimes.size(),
      wb::human_bytes(double(sum)), wb::human_bytes(double(plan.peak_bytes)),
      plan.minimal ? "no smaller one exists" : "whether a smaller one exists is not known");
  wb::Row row;
  row.experiment = "plan";
  row.variant = "frame";
  row.size = {samples};
  row.extra["plan"] = {{"sum_bytes", sum},
                       {"peak_bytes", plan.peak_bytes},
                       {"of_sum", double(plan.peak_bytes) / double(sum)},
                       {"minimal", plan.minimal}};
  chapter.add(std::move(row));
}

void measure_ways(wb::Chapter& chapter, std::size_t samples) {
  if (left_out(chapter, "The ways are")) return;
  const wb::Scope scope("ways");
  wb::Progress progress("the same frames every way");
  wb::Session& session = chapter.session();
  Job job(session, samples, kFrames, chapter.options().seed);
  std::vector<Candidate> candidates = verified(chapter, job, "ways", kWays);
  chapter.print(
      "\nThe job: {} frames of {} samples, {} kernels each, by {} threads with a queue each.\n"
      "values    {} of {} ways give the reference's bits. Measuring.\n",
      job.frames(), samples, kSteps.size(), kThreads, candidates.size(), kWays.size());
  if (candidates.size() < kWays.size()) return;
  time_in_turns(chapter, candidates, 0.5);

  const wb::ClockOffset clock = wb::measure_clock_offset(session.queue());
  const double window = 6 * candidates.back().timing.median_ms / double(kFrames);
  wb::Table table({"way", "median ms", "us a frame", "host us a frame", "idle", "buffers a frame",
                   "peak MiB", "lock us", "block us", "speed-up"});
  std::vector<double> idle;
  for (Candidate& c : candidates) {
    wb::Row row = row_of(job, "ways", c);
    if (row.status != "ok") {
      table.add({row.variant, "WRONG"});
      chapter.add(std::move(row));
      continue;
    }
    row.speedup = candidates.front().timing.median_ms / c.timing.median_ms;
    const Source source = c.runner->way().source;
    if (source == Source::kPool || source == Source::kPlan) {
      const Run shown = typical(*c.runner, clock);
      row.extra["timeline"] = timeline_of(shown, 0.4 * shown.ran.back().end_ms, window);
    }
    idle.push_back(row.extra["resources"]["idle_percent"]);
    table.add({row.variant, wb::three_digits(row.time->median_ms), digits(row, "us_per_frame"),
               digits(row, "host_us_per_frame"), fmt::format("{:.1f}%", idle.back()),
               digits(row, "allocations_per_frame"), digits(row, "peak_mib"),
               digits(row, "lock_us_per_frame"), digits(row, "block_us_per_frame"),
               fmt::format("{:.2f}x", row.speedup)});
    chapter.add(std::move(row));
  }
  chapter.print(
      "\nTotal by the host's clock; host: processor time of the threads that enqueue; idle: share "
      "of the time\nin which the device ran no kernel; peak: bytes allocated at a time; lock, "
      "block: waited for at the pool.\n{}",
      table.str());
  if (idle.size() == kWays.size()) {
    const double pool = idle[2], plan = idle.back();
    chapter.print("Device idle: {:.1f}% with the pool, {:.1f}% with the plan: {:.2f} of it.\n",
                  pool, plan, plan / pool);
  }
}

void measure_threads(wb::Chapter& chapter, std::size_t samples) {
  if (left_out(chapter, "More threads are")) return;
  const wb::Scope scope("threads");
  wb::Progress progress("more and more threads");
  Job job(chapter.session(), samples, kFrames / 2, chapter.options().seed);
  std::vector<Way> ways;
  for (const std::size_t threads : {1, 2, 4}) {
    ways.push_back({fmt::format("pool {}", threads), Source::kPool, threads});
    ways.push_back({fmt::format("plan {}", threads), Source::kPlan, threads});
  }
  std::vector<Candidate> candidates = verified(chapter, job, "threads", ways);
  time_in_turns(chapter, candidates, 0.15);
  wb::Table table({"way, threads", "us a frame", "idle", "lock us", "block us", "peak MiB"});
  for (Candidate& c : candidates) {
    wb::Row row = row_of(job, "threads", c);
    if (row.status != "ok") {
      table.add({row.variant, "WRONG"});
    } else {
      table.add({row.variant, digits(row, "us_per_frame"), digits(row, "idle_percent") + "%",
                 digits(row, "lock_us_per_frame"), digits(row, "block_us_per_frame"),
                 digits(row, "peak_mib")});
    }
    chapter.add(std::move(row));
  }
  chapter.print("\n{} frames shared out among more threads:\n{}", job.frames(), table.str());
}

}  // namespace chapters
