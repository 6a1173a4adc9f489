// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/overlap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "wb/error.hpp"
#include "wb/table.hpp"

namespace wb {
namespace {

using Stretches = std::vector<std::pair<double, double>>;

// When a stage is at work, its chunks merged where they touch.
Stretches busy(const std::vector<StageSlice>& slices, Stage stage) {
  Stretches all, out;
  for (const StageSlice& slice : slices) {
    if (slice.stage == stage) all.emplace_back(slice.start_ms, slice.end_ms);
  }
  std::sort(all.begin(), all.end());
  for (const auto& [begin, end] : all) {
    if (!out.empty() && begin <= out.back().second) {
      out.back().second = std::max(out.back().second, end);
    } else {
      out.emplace_back(begin, end);
    }
  }
  return out;
}

double length(const Stretches& all) {
  double sum = 0;
  for (const auto& [begin, end] : all) sum += end - begin;
  return sum;
}

std::string ms(double value) {
  return three_digits(value) + " ms";
}

}  // namespace

const char* stage_name(Stage stage) {
  return stage == Stage::kUpload ? "upload" : stage == Stage::kCompute ? "compute" : "download";
}

double together_ms(const std::vector<StageSlice>& slices, Stage a, Stage b) {
  double sum = 0;
  for (const auto& [begin, end] : busy(slices, a)) {
    for (const auto& [other_begin, other_end] : busy(slices, b)) {
      sum += std::max(0.0, std::min(end, other_end) - std::max(begin, other_begin));
    }
  }
  return sum;
}

double Overlap::hidden() const {
  const double could = serial_ms - ideal_ms;
  return could > 0 ? std::clamp((serial_ms - total_ms) / could, 0.0, 1.0) : 1.0;
}

Overlap check_overlap(const std::vector<StageSlice>& slices, const JobFacts& facts) {
  if (slices.empty()) throw Error("no slice was recorded: there is no timeline to judge");
  constexpr std::array kStages = {Stage::kUpload, Stage::kCompute, Stage::kDownload};
  double first = slices[0].start_ms, last = slices[0].end_ms;
  std::set<int> chunk_names;
  std::set<std::string> queues, upload_queues, download_queues;
  for (const StageSlice& slice : slices) {
    if (!(slice.start_ms <= slice.end_ms)) {
      throw Error(fmt::format("{} of chunk {} ends at {} ms, before it starts at {} ms",
                              stage_name(slice.stage), slice.chunk, slice.end_ms, slice.start_ms));
    }
    first = std::min(first, slice.start_ms);
    last = std::max(last, slice.end_ms);
    chunk_names.insert(slice.chunk);
    queues.insert(slice.queue);
    if (slice.stage == Stage::kUpload) upload_queues.insert(slice.queue);
    if (slice.stage == Stage::kDownload) download_queues.insert(slice.queue);
  }
  const auto chunks = static_cast<double>(chunk_names.size());

  std::array<double, 3> seen{},
      alone = {facts.upload_alone_ms, facts.compute_alone_ms, facts.download_alone_ms};
  for (std::size_t s = 0; s < 3; ++s) {
    seen[s] = length(busy(slices, kStages[s]));
    if (!(alone[s] > 0)) alone[s] = seen[s];
  }
  Overlap result;
  result.upload_ms = alone[0];
  result.compute_ms = alone[1];
  result.download_ms = alone[2];
  const auto longest =
      static_cast<std::size_t>(std::max_element(alone.begin(), alone.end()) - alone.begin());
  result.longest = kStages[longest];
  result.bound_ms = alone[longest];
  result.serial_ms = alone[0] + alone[1] + alone[2];
  // Before the longest stage can start, one chunk has to come to it; after it, one has to leave.
  result.fill_drain_ms = (result.serial_ms - result.bound_ms) / chunks;
  result.ideal_ms = result.bound_ms + result.fill_drain_ms;
  result.total_ms = facts.total_ms > 0 ? facts.total_ms : last - first;
  if (result.reached()) return result;

  std::vector<std::pair<double, std::string>> why;  // the loss in ms, as far as it can be told
  const double lost = result.total_ms - result.ideal_ms;
  const double up_run = together_ms(slices, Stage::kUpload, Stage::kCompute);
  const double run_down = together_ms(slices, Stage::kCompute, Stage::kDownload);
  const double up_down = together_ms(slices, Stage::kUpload, Stage::kDownload);
  constexpr double kLittle = 0.02;
  const bool none = up_run + run_down + up_down < kLittle * result.serial_ms;
  if (none && facts.slots == 1) {
    why.emplace_back(lost, "one slot: the next chunk has nowhere to go until this one is done");
  } else if (none && queues.size() == 1 && facts.in_order) {
    why.emplace_back(lost, fmt::format("no two commands ran at a time, though there are {} slots: "
                                       "one in-order queue runs one command after the other",
                                       facts.slots));
  } else if (none) {
    why.emplace_back(
        lost, fmt::format("no two commands ran at a time on {} {}: each waited for the one before "
                          "it, by its events, by the order in which they were enqueued{}",
                          queues.size(), queues.size() == 1 ? "queue" : "queues",
                          facts.cores > 0 ? ", or for a core" : ""));
  }
  const bool apart = upload_queues != download_queues;
  if (!none && facts.cores == 0 && apart && up_run + run_down > kLittle * result.serial_ms &&
      up_down < kLittle * std::min(seen[0], seen[2])) {
    why.emplace_back(
        std::min(seen[0], seen[2]),
        "uploads and downloads never ran together, though each ran beside kernels: one "
        "copy engine serves both directions");
  }
  const double copies = seen[0] + seen[2];
  if (!facts.pinned && facts.calls_ms > 0.5 * copies) {
    why.emplace_back(facts.calls_ms,
                     fmt::format("pageable memory, and the driver copies on the host's thread: the "
                                 "enqueue calls took {} of {}, and nobody enqueued meanwhile",
                                 ms(facts.calls_ms), ms(result.total_ms)));
  } else if (!facts.pinned && facts.cores == 0) {
    why.emplace_back(0, "pageable memory: the driver moves it through a buffer of its own");
  } else if (facts.pinned && facts.calls_ms > 0.9 * result.total_ms && !none) {
    why.emplace_back(facts.calls_ms, fmt::format("the host was enqueueing for {} of {}: its calls "
                                                 "set the pace",
                                                 ms(facts.calls_ms), ms(result.total_ms)));
  }
  if (facts.cores > 0) {
    const double cores = facts.cores;
    // A kernel alone has every core; a copy has one.
    const double work = alone[1] + (alone[0] + alone[2]) / cores;
    why.emplace_back(std::max(0.0, work - result.ideal_ms),
                     fmt::format("no idle core: copies and kernels share {:.0f} cores, which "
                                 "cannot finish this work before {}, however it is ordered",
                                 cores, ms(work)));
  }
  if (!none) {
    std::string slower;
    double extra = 0;
    for (std::size_t s = 0; s < 3; ++s) {
      if (!(seen[s] > 1.1 * alone[s])) continue;
      extra = std::max(extra, seen[s] - alone[s]);
      slower += fmt::format("{}{} took {:.1f} times its time alone", slower.empty() ? "" : ", ",
                            stage_name(kStages[s]), seen[s] / alone[s]);
    }
    if (!slower.empty()) {
      why.emplace_back(extra, "stages that overlap slow one another down: " + slower);
    }
    const Stretches at_work = busy(slices, result.longest);
    const double idle = at_work.back().second - at_work.front().first - length(at_work);
    if (idle > 0.03 * result.bound_ms) {
      const std::string few = facts.slots == 1   ? ": one slot is not enough"
                              : facts.slots == 2 ? ": two slots are not enough"
                                                 : "";
      why.emplace_back(idle, fmt::format("{}, the longest stage, stood idle for {} between its "
                                         "chunks{}",
                                         stage_name(result.longest), ms(idle), few));
    }
  }
  const double outside = result.total_ms - (last - first);
  if (outside > 0.03 * result.ideal_ms) {
    why.emplace_back(outside, fmt::format("{} passed before the first command started or after the "
                                          "last one ended",
                                          ms(outside)));
  }
  std::stable_sort(why.begin(), why.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto& [loss, text] : why) result.why.push_back(std::move(text));
  if (result.why.empty()) {
    result.why.push_back(
        fmt::format("{} more than the ideal, and the timeline does not say why: "
                    "run it again on a quiet machine",
                    ms(lost)));
  }
  return result;
}

nlohmann::json to_json(const Overlap& overlap) {
  return {{"upload_ms", overlap.upload_ms},
          {"compute_ms", overlap.compute_ms},
          {"download_ms", overlap.download_ms},
          {"bound_ms", overlap.bound_ms},
          {"ideal_ms", overlap.ideal_ms},
          {"serial_ms", overlap.serial_ms},
          {"total_ms", overlap.total_ms},
          {"of_ideal", overlap.of_ideal()},
          {"hidden", overlap.hidden()},
          {"longest", stage_name(overlap.longest)},
          {"why", overlap.why}};
}

nlohmann::json to_json(const std::vector<StageSlice>& slices) {
  nlohmann::json list = nlohmann::json::array();
  const auto micro = [](double value) { return std::round(value * 1e4) / 1e4; };
  for (const StageSlice& slice : slices) {
    list.push_back({{"track", stage_name(slice.stage)},
                    {"name", std::to_string(slice.chunk)},
                    {"start_ms", micro(slice.start_ms)},
                    {"end_ms", micro(slice.end_ms)}});
  }
  return list;
}

}  // namespace wb
