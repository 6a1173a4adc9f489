// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "10_double_buffering/report.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "10_double_buffering/double_buffering.hpp"
#include "10_double_buffering/stream.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"

namespace chapters {
namespace {

// <ways>
const std::vector<Way> kWays = {
    {"blocking, pageable", Order::kBlocking, 1, Memory::kPageable},
    {"blocking, pinned", Order::kBlocking, 1, Memory::kPinned},
    {"in order, 1 slot", Order::kInOrder, 1, Memory::kPinned},
    {"in order, 2 slots", Order::kInOrder, 2, Memory::kPinned},
    {"two queues, wrong order", Order::kTwoQueuesWrongOrder, 3, Memory::kPinned},
    {"two queues, 2 slots", Order::kTwoQueues, 2, Memory::kPinned},
    {"two queues, 3 slots", Order::kTwoQueues, 3, Memory::kPinned},
    {"three queues, 1 slot", Order::kThreeQueues, 1, Memory::kPinned},
    {"three queues, 2 slots", Order::kThreeQueues, 2, Memory::kPinned},
    {"three queues, 3 slots", Order::kThreeQueues, 3, Memory::kPinned},
    {"queue per slot, 3 slots", Order::kSlotQueues, 3, Memory::kPinned},
    {"out of order, 3 slots", Order::kOutOfOrder, 3, Memory::kPinned},
    {"three queues, pageable", Order::kThreeQueues, 3, Memory::kPageable},
    {"zero copy", Order::kZeroCopy, 1, Memory::kZeroCopy},
};
// </ways>

// Whose timelines are recorded for the page: thousands of slices would be no more to look at.
bool is_shown(const std::string& name) {
  return name == "in order, 2 slots" || name == "two queues, wrong order" ||
         name == "two queues, 3 slots" || name == "three queues, 3 slots";
}

// A pipeline under measurement: every run is kept, since the timeline to show is the median run's.
struct Candidate {
  std::unique_ptr<Pipeline> pipeline;
  std::vector<Pipeline::Run> runs;
  wb::Timing timing;

  double once() {
    runs.push_back(pipeline->run());
    return runs.back().total_ms;
  }
  const Pipeline::Run& median_run() const {
    return *std::min_element(runs.begin(), runs.end(), [&](const auto& a, const auto& b) {
      return std::abs(a.total_ms - timing.median_ms) < std::abs(b.total_ms - timing.median_ms);
    });
  }
  // Milliseconds of one stage, all runs and chunks.
  std::vector<double> of_stage(wb::Stage stage) const {
    std::vector<double> ms;
    for (const Pipeline::Run& run : runs) {
      for (const wb::StageSlice& slice : run.slices) {
        if (slice.stage == stage) ms.push_back(slice.end_ms - slice.start_ms);
      }
    }
    return ms;
  }
};

// Whether everything comes back right; the results of the run before are gone.
std::string fault_of(Job& job, Pipeline& pipeline) {
  job.clear_results(pipeline.way().memory);
  pipeline.run();
  return job.fault(pipeline.way().memory);
}

void time_in_turns(wb::Chapter& chapter, std::vector<Candidate>& candidates, double budget) {
  wb::Protocol protocol = chapter.options().protocol;
  protocol.budget_seconds = std::min(protocol.budget_seconds, budget);
  std::vector<wb::Timed> timed;
  for (Candidate& c : candidates) {
    timed.push_back({c.pipeline->way().name, "host", [&c] { return c.once(); }});
  }
  const std::vector<wb::Timing> timings = wb::time_interleaved(timed, protocol);
  for (std::size_t i = 0; i < timings.size(); ++i) {
    candidates[i].timing = timings[i];
    candidates[i].runs.erase(candidates[i].runs.begin(),
                             candidates[i].runs.begin() + 2);  // warm-up
  }
}

// What each stage takes for all chunks with nothing beside it, by the blocking runs.
struct Alone {
  double upload = 0, compute = 0, download = 0;
};

Alone alone_of(const Candidate& blocking, std::size_t chunks) {
  const auto all = [&](wb::Stage stage) {
    return wb::summarise("device", blocking.of_stage(stage)).median_ms *
           static_cast<double>(chunks);
  };
  return {all(wb::Stage::kUpload), all(wb::Stage::kCompute), all(wb::Stage::kDownload)};
}

wb::JobFacts facts_of(wb::Chapter& chapter, const Candidate& candidate, const Alone& alone) {
  const wb::DeviceFacts& device = chapter.session().facts();
  const Way& way = candidate.pipeline->way();
  wb::JobFacts facts;
  facts.total_ms = candidate.timing.median_ms;
  facts.slots = way.memory == Memory::kZeroCopy ? 3 : way.slots;  // it needs none
  facts.pinned = way.memory != Memory::kPageable;
  facts.in_order = way.order != Order::kOutOfOrder;
  if (way.order != Order::kBlocking) facts.calls_ms = candidate.median_run().calls_ms;
  facts.cores = device.cpu ? device.compute_units : 0;
  facts.upload_alone_ms = alone.upload;
  facts.compute_alone_ms = alone.compute;
  facts.download_alone_ms = alone.download;
  return facts;
}

void add_stages(wb::Chapter& chapter, const Candidate& candidate, const std::string& memory,
                const Job& job) {
  for (const wb::Stage stage : {wb::Stage::kUpload, wb::Stage::kCompute, wb::Stage::kDownload}) {
    const bool compute = stage == wb::Stage::kCompute;
    if (compute && memory != "pinned") continue;
    wb::Row row;
    row.experiment = "stage";
    row.variant = stage_name(stage) + (compute ? "" : ", " + memory);
    row.size = {job.samples(), job.work()};
    row.bound = compute ? "compute" : "memory";
    const auto bytes = static_cast<double>(job.chunk_bytes());
    row.work.bytes = compute ? 2 * bytes : bytes;
    if (compute) row.work.flops = kFlopsPerStep * double(job.samples()) * double(job.work());
    row.time = wb::summarise("device", candidate.of_stage(stage));
    chapter.add(std::move(row));
  }
}

const wb::Row* find_row(const wb::Document& document, const std::string& experiment,
                        const std::string& variant) {
  for (const wb::Row& row : document.rows) {
    if (row.experiment == experiment && row.variant == variant && row.time) return &row;
  }
  return nullptr;
}

void print_stages(wb::Chapter& chapter) {
  wb::Table table({"one chunk, alone", "median ms", "GB/s", "GFLOP/s"});
  for (const wb::Row& row : chapter.document().rows) {
    if (row.experiment != "stage" || !row.time) continue;
    table.add({row.variant, wb::three_digits(row.time->median_ms), wb::three_digits(row.gbps()),
               row.work.flops > 0 ? wb::three_digits(row.gflops()) : ""});
  }
  chapter.print("\nEach stage alone, from the blocking runs (device's clock):\n{}", table.str());
}

// The verdict on two buffers in one queue, from the recorded runs.
void print_claim(wb::Chapter& chapter, const std::vector<wb::StageSlice>& two_slots) {
  double together = 0;
  for (const auto& [a, b] : {std::pair{wb::Stage::kUpload, wb::Stage::kCompute},
                             {wb::Stage::kCompute, wb::Stage::kDownload},
                             {wb::Stage::kUpload, wb::Stage::kDownload}}) {
    together += wb::together_ms(two_slots, a, b);
  }
  chapter.print(
      "\nClaim: \"two buffers make transfers and kernels overlap\". On one in-order queue two "
      "commands ran\nat a time for {:.3f} ms: {}.\n",
      together, together < 0.01 ? "it does not hold" : "it holds here");
}

}  // namespace

std::size_t stream_chunks(const wb::DeviceFacts& facts, std::size_t samples) {
  const std::size_t wanted = facts.type == "GPU" ? 24 : 8;
  // The host holds the data twice, pageable and pinned, each with room for results.
  const double chunk_bytes = kBytesPerSample * static_cast<double>(samples);
  const double room = std::min(static_cast<double>(facts.global_memory_bytes) / 16,
                               static_cast<double>(facts.max_allocation_bytes));
  const auto fitting = static_cast<std::size_t>(room / chunk_bytes);
  return fitting < 3 ? 0 : std::min(fitting, wanted);
}

void measure_stream(wb::Chapter& chapter, const wb::Size& chunk) {
  wb::Session& session = chapter.session();
  if (stream_chunks(session.facts(), chunk[0]) == 0) {
    chapter.print(
        "\nThe streaming job is left out: three chunks of this size are too much for this "
        "device or host.\n");
    return;
  }
  Job job(session, stream_chunks(session.facts(), chunk[0]), chunk[0], chunk[1]);
  const wb::Scope scope("stream");
  wb::Progress progress("the streaming job");
  std::vector<Candidate> candidates;
  std::size_t wrong = 0;
  for (const Way& way : kWays) {
    progress.step(way.name);
    wb::Row row;
    row.experiment = "stream";
    row.variant = way.name;
    row.size = {job.chunks(), chunk[0], chunk[1]};
    try {
      auto pipeline = std::make_unique<Pipeline>(job, way);
      row.reason = fault_of(job, *pipeline);
      if (row.reason.empty()) {
        candidates.push_back({std::move(pipeline), {}, {}});
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
      "\nThe job: {} chunks of {} go up, are turned by {} steps a sample, and come back.\n"
      "values    {} of {} ways bring back the reference's samples. Measuring.\n",
      job.chunks(), wb::human_bytes(static_cast<double>(job.chunk_bytes())), chunk[1],
      candidates.size(), kWays.size());
  // Without both there is nothing to hold the others against; what was skipped is in its row.
  const bool compared =
      candidates.size() >= 2 && candidates[1].pipeline->way().name == kWays[1].name;
  if (wrong > 0 || !compared || !session.profiling()) {
    if (!session.profiling()) chapter.print("This queue records no event times: no timelines.\n");
    return;
  }
  time_in_turns(chapter, candidates, 0.4);

  const auto named = [&](const std::string& name) -> Candidate* {
    for (Candidate& c : candidates) {
      if (c.pipeline->way().name == name) return &c;
    }
    return nullptr;
  };
  const Candidate &pageable = *named("blocking, pageable"), &pinned = *named("blocking, pinned");
  add_stages(chapter, pageable, "pageable", job);
  add_stages(chapter, pinned, "pinned", job);
  print_stages(chapter);

  wb::Table table({"way", "median ms", "min", "max", "ideal ms", "of ideal", "hidden", "speed-up"});
  std::string notes;
  for (Candidate& candidate : candidates) {
    const Way& way = candidate.pipeline->way();
    Alone alone = alone_of(way.memory == Memory::kPageable ? pageable : pinned, job.chunks());
    if (way.memory == Memory::kZeroCopy) alone = {0, alone.compute, 0};
    const Pipeline::Run& run = candidate.median_run();
    const wb::Overlap overlap = wb::check_overlap(run.slices, facts_of(chapter, candidate, alone));
    wb::Row row;
    row.experiment = "stream";
    row.variant = way.name;
    row.size = {job.chunks(), chunk[0], chunk[1]};
    row.work.bytes = 2.0 * double(job.chunk_bytes()) * double(job.chunks());
    row.work.flops = kFlopsPerStep * double(chunk[0]) * double(chunk[1]) * double(job.chunks());
    row.floor_ms = overlap.ideal_ms;
    row.bound = overlap.longest == wb::Stage::kCompute ? "compute" : "memory";
    // The data of one more run, after the timed ones, is judged too.
    row.reason = fault_of(job, *candidate.pipeline);
    if (!row.reason.empty()) {
      row.status = "wrong";
      table.add({way.name, "WRONG"});
      chapter.add(std::move(row));
      continue;
    }
    row.time = candidate.timing;
    row.speedup = pageable.timing.median_ms / candidate.timing.median_ms;
    row.extra["overlap"] = to_json(overlap);
    if (is_shown(way.name)) row.extra["timeline"] = to_json(run.slices);
    table.add({way.name, wb::three_digits(row.time->median_ms), wb::three_digits(row.time->min_ms),
               wb::three_digits(row.time->max_ms), wb::three_digits(overlap.ideal_ms),
               fmt::format("{:.2f}", overlap.of_ideal()),
               fmt::format("{:.0f}%", 100 * overlap.hidden()),
               fmt::format("{:.2f}x", row.speedup)});
    notes += fmt::format("  {}: {}\n", way.name, overlap.reached() ? "full overlap" : "");
    for (const std::string& why : overlap.why) notes += fmt::format("      {}\n", why);
    chapter.add(std::move(row));
  }
  chapter.print(
      "\nThe whole job (host's clock). The ideal is the longest stage, and one chunk's way to it "
      "and "
      "from it:\n{}\nWhat the overlap checker says:\n{}",
      table.str(), notes);
  if (const Candidate* two = named("in order, 2 slots")) {
    print_claim(chapter, two->median_run().slices);
  }
  const wb::Row* slow = find_row(chapter.document(), "stage", "upload, pageable");
  const wb::Row* fast = find_row(chapter.document(), "stage", "upload, pinned");
  if (slow && fast) {
    chapter.print("Pinned memory goes up {:.1f} times as fast as pageable memory.\n",
                  fast->gbps() / slow->gbps());
  }
}

void measure_balance(wb::Chapter& chapter, const wb::Size& chunk) {
  const wb::Row* up = find_row(chapter.document(), "stage", "upload, pinned");
  const wb::Row* down = find_row(chapter.document(), "stage", "download, pinned");
  const wb::Row* compute = find_row(chapter.document(), "stage", "compute");
  if (!up || !down || !compute) return;
  // <balance>
  const double up_ms = up->time->median_ms, down_ms = down->time->median_ms;
  const double copy_ms = std::max(up_ms, down_ms);
  const double step_ms = compute->time->median_ms / static_cast<double>(chunk[1]);
  // Steps at which a chunk computes as long as it travels.
  const double balance = copy_ms / step_ms;
  // </balance>
  chapter.print(
      "\nBalance: a chunk travels for {} ms and computes for {} ms a step. Predicted at {:.0f} "
      "steps "
      "of work\n({} flops a byte up).\n",
      wb::three_digits(copy_ms), wb::three_digits(step_ms), balance,
      wb::three_digits(balance * kFlopsPerStep / kBytesPerSample));

  wb::Session& session = chapter.session();
  const wb::Scope scope("balance");
  Job job(session, stream_chunks(session.facts(), chunk[0]), chunk[0], chunk[1]);
  Pipeline pipeline(job, {"three queues, 3 slots", Order::kThreeQueues, 3, Memory::kPinned});
  std::vector<wb::Timed> timed;
  std::vector<std::size_t> works;
  for (std::size_t work = std::max<std::size_t>(1, chunk[1] / 8); work <= 4 * chunk[1]; work *= 2) {
    works.push_back(work);
    timed.push_back({"", "host", [&job, &pipeline, work] {
                       job.set_work(work);
                       return pipeline.run().total_ms;
                     }});
  }
  wb::Protocol protocol = chapter.options().protocol;
  protocol.budget_seconds = std::min(protocol.budget_seconds, 0.3);
  const std::vector<wb::Timing> timings = wb::time_interleaved(timed, protocol);
  wb::Table table({"work", "flops a byte up", "predicted ms", "median ms", "bound by"});
  for (std::size_t i = 0; i < works.size(); ++i) {
    const auto chunks = static_cast<double>(job.chunks()), work = static_cast<double>(works[i]);
    job.set_work(works[i]);
    wb::Row row;
    row.experiment = "balance";
    row.variant = fmt::format("work {}", works[i]);
    row.size = {job.chunks(), chunk[0], works[i]};
    row.work.bytes = 2.0 * double(job.chunk_bytes()) * chunks;
    row.work.flops = kFlopsPerStep * double(chunk[0]) * work * chunks;
    const double stages[] = {up_ms, step_ms * work, down_ms};  // rows move when one is added
    const double longest = *std::max_element(stages, stages + 3);
    row.floor_ms = (chunks - 1) * longest + stages[0] + stages[1] + stages[2];
    row.bound = stages[1] >= longest ? "compute" : "memory";
    row.reason = fault_of(job, pipeline);
    if (row.reason.empty()) {
      row.time = timings[i];
      table.add({std::to_string(works[i]), wb::three_digits(work * kFlopsPerStep / kBytesPerSample),
                 wb::three_digits(row.floor_ms), wb::three_digits(row.time->median_ms),
                 row.bound == "compute" ? "compute" : "transfers"});
    } else {
      row.status = "wrong";
      table.add({std::to_string(works[i]), "WRONG"});
    }
    chapter.add(std::move(row));
  }
  chapter.print("{}", table.str());
}

}  // namespace chapters
