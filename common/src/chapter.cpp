// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/chapter.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "wb/error.hpp"
#include "wb/exercise.hpp"
#include "wb/process.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"
#include "wb/whole_file.hpp"

namespace wb {
namespace {

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// "512" or "64x32x100"; a digit string of at most nine, so that nothing overflows on the way.
Size parse_size(const std::string& text) {
  Size size;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const bool digits =
        !part.empty() && part.size() <= 9 &&
        std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!digits || std::stoul(part) == 0) {
      throw UsageError(
          "--size is a whole number of at least 1, or several joined by x (64x32x100), "
          "each of at most 9 digits; not \"" +
          text + "\"");
    }
    size.push_back(std::stoul(part));
    if (end == text.size()) return size;
    begin = end + 1;
  }
}

// A size that no experiment of the chapter takes is refused before any driver is called.
void check_dimensions(const ChapterInfo& info, const Size& size) {
  if (size.size() <= 1) return;
  std::string taken;
  std::vector<Experiment> all = info.experiments;
  all.insert(all.end(), info.exercises.begin(), info.exercises.end());
  for (const Experiment& experiment : all) {
    if (experiment.dimensions.size() == size.size()) return;
    std::string names;
    for (const std::string& name : experiment.dimensions) {
      names += (names.empty() ? "" : "x") + name;
    }
    taken += fmt::format("; {} takes {}", experiment.name, names);
  }
  throw UsageError(fmt::format("--size has {} numbers{}", size.size(), taken));
}

// So is a variant that none has.
void check_variant(const ChapterInfo& info, const std::string& wanted) {
  if (wanted.empty()) return;
  std::string names;
  for (const Experiment& experiment : info.experiments) {
    if (experiment.find(wanted)) return;
    for (const Variant& variant : experiment.variants) names += "\n  " + variant.name;
  }
  throw UsageError(
      fmt::format("no variant of {} is named \"{}\"; there are:{}", info.stem, wanted, names));
}

// An output file is opened before anything is measured: losing a run to a full disk is no lesson.
void check_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  struct stat info {};
  const bool device = stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
  std::ofstream out(device ? path : path + ".part");
  out << '\n' << std::flush;
  const bool ok = static_cast<bool>(out);
  out.close();
  if (!device) {
    std::error_code ignored;
    std::filesystem::remove(path + ".part", ignored);
  }
  if (!ok)
    throw Error("cannot write " + path +
                ": check that its folder exists, can be written and has room");
}

std::string percent(double share) {
  return fmt::format("{:.0f}%", 100 * share);
}

}  // namespace

// ---------------------------------------------------------------------------------------------

struct Chapter::Loaded {
  PreparedProblem prepared;
  std::vector<std::unique_ptr<LoadedVariant>> variants;  // same order as the rows that are ok
  std::vector<std::size_t> rows;                         // index into document.rows
  std::vector<Peer> peers;
};

Chapter::Chapter(const ChapterInfo& info, ChapterOptions options)
    : info_(info),
      options_(std::move(options)),
      out_(options_.json_file != "-" ? stdout
           : options_.text_on_stderr ? stderr
                                     : nullptr),
      session_(options_.device) {
  session_.set_extra_options(options_.build_options);
  document_.chapter = info_.stem;
  document_.device = session_.facts();
}

const Ceilings& Chapter::ceilings() {
  if (!have_ceilings_) {
    const Progress progress("measuring this device's ceilings (once per device and driver)");
    const Scope scope("ceilings");
    document_.ceilings = measure_ceilings(session_, options_.fresh_ceilings);
    have_ceilings_ = true;
  }
  return document_.ceilings;
}

void Chapter::banner() {
  const DeviceFacts& facts = session_.facts();
  print("{}\n{}\n", info_.stem, info_.summary);
  print("device    {} ({}, {} compute units)\n", facts.name, facts.type, facts.compute_units);
  print("platform  {}; driver {}\n", facts.platform, facts.driver);
  print("revision  {}; clock: {}\n\n", revision(),
        session_.profiling() ? "device events" : "host (this queue records no event times)");
}

Size Chapter::size_of(const Experiment& experiment) const {
  if (options_.size.empty()) {
    const bool gpu = session_.facts().type == "GPU" && !session_.facts().simulator;
    return gpu && !experiment.gpu_size.empty() ? experiment.gpu_size : experiment.default_size;
  }
  Size size = options_.size;
  if (size.size() == 1) size.assign(experiment.dimensions.size(), size[0]);
  if (size.size() == experiment.dimensions.size()) {
    // Refused before the host makes data that the device could not hold.
    const double bytes = experiment.work(size).bytes;
    const auto memory = static_cast<double>(session_.facts().global_memory_bytes);
    if (bytes <= memory) return size;
    throw UsageError(
        fmt::format("--size {}: {} moves {} at least, this device has {}; try a "
                    "smaller --size",
                    size_text(size), experiment.name, human_bytes(bytes), human_bytes(memory)));
  }
  std::string names;
  for (const std::string& name : experiment.dimensions) names += (names.empty() ? "" : "x") + name;
  throw UsageError(fmt::format("--size has {} numbers; {} takes one, or {}", options_.size.size(),
                               experiment.name, names));
}

bool Chapter::asked_for(const Experiment& experiment) const {
  return options_.only_variant.empty() || experiment.find(options_.only_variant);
}

void Chapter::predict(const Experiment& experiment) {
  if (!asked_for(experiment)) return;
  const Size size = size_of(experiment);
  Row row;
  row.work = experiment.work(size);
  place_on_roofline(row, ceilings());
  if (!document_.rows.empty()) print("\n");
  print("{} at {}: {} GFLOP, {} at least\n", experiment.name, size_text(size),
        three_digits(row.work.flops * 1e-9), human_bytes(row.work.bytes));
  print("floor     {} ms, set by {} ({} GFLOP/s, {} GB/s measured on this device)\n",
        three_digits(row.floor_ms), row.bound, three_digits(ceilings().fma_gflops),
        three_digits(ceilings().copy_gbps));
}

std::vector<Row*> Chapter::rows_of(const Experiment& experiment) {
  std::vector<Row*> rows;
  for (Row& row : document_.rows) {
    if (row.experiment == experiment.name) rows.push_back(&row);
  }
  return rows;
}

void Chapter::verify(const Experiment& experiment) {
  if (!asked_for(experiment)) return;
  const Size size = size_of(experiment);
  Progress progress("verifying " + experiment.name);
  const Scope scope("verify");
  auto loaded = std::make_shared<Loaded>(
      Loaded{PreparedProblem(experiment, size, options_.data, options_.seed), {}, {}, {}});
  std::size_t matched = 0, wrong = 0;
  for (const Variant& variant : experiment.variants) {
    if (!options_.only_variant.empty() && variant.name != options_.only_variant &&
        variant.name != experiment.baseline) {
      continue;
    }
    progress.step(variant.name);
    const Scope one_variant(variant.name);
    Row row;
    row.experiment = experiment.name;
    row.variant = variant.name;
    row.size = size;
    row.work = experiment.work(size);
    place_on_roofline(row, ceilings());
    if (variant.predicted_gain) row.predicted_gain = variant.predicted_gain(size);
    try {
      auto one = std::make_unique<LoadedVariant>(session_, loaded->prepared, variant);
      row.launches = one->plan().launches;
      one->enqueue();
      const Verdict verdict = one->verify();
      row.max_relative_error = verdict.max_relative_error;
      if (verdict.ok) {
        ++matched;
        loaded->variants.push_back(std::move(one));
        loaded->rows.push_back(document_.rows.size());
      } else {
        ++wrong;
        row.status = "wrong";
        row.reason = verdict.message;
        print("\n{} is WRONG: {}\n", variant.name, verdict.message);
      }
    } catch (const Skipped& skipped) {
      row.status = "skipped";
      row.reason = skipped.what();
      print("\n{} is skipped: {}\n", variant.name, skipped.what());
    } catch (const cl::Error& error) {
      throw Error(fmt::format("{}: {} failed: {} ({})", variant.name, error.what(),
                              cl_error_name(error.err()), error.err()));
    }
    document_.rows.push_back(std::move(row));
  }
  if (wrong == 0 && matched > 0) {
    print("values    {} of {} variants match the reference. Measuring.\n", matched,
          experiment.variants.size());
  }
  loaded_[experiment.name] = std::move(loaded);
}

void Chapter::add_peers(const Experiment& experiment, Loaded& loaded) {
  if (!options_.peers || !experiment.peers || loaded.variants.empty()) return;
  for (Peer& peer : experiment.peers(session_, loaded.prepared.problem())) {
    Row row;
    row.experiment = experiment.name;
    row.variant = peer.name;
    row.size = loaded.prepared.problem().size;
    row.peer = true;
    row.work = experiment.work(row.size);
    place_on_roofline(row, ceilings());
    peer.once();
    const Verdict verdict = loaded.prepared.judge(peer.outputs());
    row.max_relative_error = verdict.max_relative_error;
    if (verdict.ok) {
      loaded.rows.push_back(document_.rows.size());
      loaded.peers.push_back(peer);
    } else {
      row.status = "wrong";
      row.reason = verdict.message;
    }
    document_.rows.push_back(std::move(row));
  }
}

void Chapter::measure(const std::vector<const Experiment*>& experiments) {
  std::string names;
  std::vector<Timed> candidates;
  for (const Experiment* experiment : experiments) {
    if (!asked_for(*experiment)) continue;
    const auto found = loaded_.find(experiment->name);
    if (found == loaded_.end()) {
      throw Error("measure() before verify(): nothing unverified is timed");
    }
    Loaded& loaded = *found->second;
    add_peers(*experiment, loaded);
    for (auto& variant : loaded.variants) candidates.push_back(timed(session_, *variant));
    for (Peer& peer : loaded.peers) candidates.push_back({peer.name, peer.clock, peer.once});
    names += (names.empty() ? "" : " and ") + experiment->name;
  }
  Progress progress("measuring " + names);
  const Scope scope("measure");

  const std::vector<Timing> timings = time_interleaved(candidates, options_.protocol);
  std::size_t next = 0;
  for (const Experiment* experiment : experiments) {
    if (!asked_for(*experiment)) continue;
    Loaded& loaded = *loaded_.at(experiment->name);
    for (const std::size_t row : loaded.rows) document_.rows[row].time = timings[next++];
    judge_timed_output(loaded);
    compare_rows(*experiment);
  }
  if (!options_.race && !options_.lens) return;
  for (const Experiment* experiment : experiments) {
    for (Row* row : rows_of(*experiment)) {
      if (row->peer || row->status == "wrong") continue;
      progress.step((options_.lens ? "lens: " : "race: ") + row->variant);
      const Scope instrument(options_.lens ? "lens" : "race");
      run_instruments(*experiment, *row);
    }
  }
}

// The output of a timed run is judged too: a kernel must not be right only when nobody hurries.
void Chapter::judge_timed_output(Loaded& loaded) {
  for (std::size_t i = 0; i < loaded.variants.size(); ++i) {
    Row& row = document_.rows[loaded.rows[i]];
    LoadedVariant& variant = *loaded.variants[i];
    variant.reset();
    variant.enqueue();
    const Verdict verdict = variant.verify();
    if (!verdict.ok) {
      row.status = "wrong";
      row.reason = "after the timed runs: " + verdict.message;
      row.time.reset();
      print("\n{} is WRONG {}\n", row.variant, row.reason);
    }
  }
}

void Chapter::compare_rows(const Experiment& experiment) {
  const std::vector<Row*> rows = rows_of(experiment);
  const std::string base =
      experiment.baseline.empty() ? experiment.variants.front().name : experiment.baseline;
  for (Row* row : rows) {
    if (!row->time) continue;
    for (const Row* other : rows) {
      if (!other->time) continue;
      if (other->variant == base) row->speedup = other->time->median_ms / row->time->median_ms;
      if (other->variant == experiment.previous) {
        row->over_previous = other->time->median_ms / row->time->median_ms;
      }
      if (other->peer) row->of_peer[other->variant] = other->time->median_ms / row->time->median_ms;
    }
  }
}

// NOLINTNEXTLINE(readability-make-member-function-const): it changes a row, which is the chapter's
void Chapter::run_instruments(const Experiment& experiment, Row& row) {
  const Variant* variant = experiment.find(row.variant);
  if (!variant) return;
  const std::string program = executable_path();
  if (options_.race && !experiment.race_sizes.empty()) {
    const std::vector<RaceOutcome> outcomes = races(program, experiment, *variant);
    row.race = outcomes.front();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i].status == "clean") continue;
      row.race = outcomes[i];
      row.race->reason += fmt::format("{}(at {})", outcomes[i].reason.empty() ? "" : " ",
                                      size_text(experiment.race_sizes[i]));
      break;
    }
  }
  if (options_.lens && !experiment.lens_size.empty()) {
    row.lens_size = experiment.lens_size;
    row.lens = wb::lens(program, experiment, *variant, experiment.lens_size, options_.model);
    if (variant->predict) row.predicted = variant->predict(experiment.lens_size, options_.model);
  }
}

void Chapter::add(Row row) {
  document_.rows.push_back(std::move(row));
}

void Chapter::report(const Experiment& experiment) {
  if (!asked_for(experiment)) return;
  const std::vector<Row*> rows = rows_of(experiment);
  const bool compute = experiment.work(size_of(experiment)).flops > 0;
  Table table({"variant", "error", session_.profiling() ? "median ms" : "median ms (host)", "min",
               "max", compute ? "GFLOP/s" : "GB/s", "of roof", "speed-up", "predicted",
               experiment.previous.empty() ? "" : "over " + experiment.previous, "race"});
  for (const Row* row : rows) {
    if (row->status == "skipped") {
      table.add({row->variant, "skipped"});
      continue;
    }
    if (!row->time) {
      table.add({row->variant, "WRONG"});
      continue;
    }
    std::string raced;
    if (row->race) {
      raced = row->race->status == "dirty" ? fmt::format("{} reports", row->race->reports.size())
                                           : row->race->status;
    }
    table.add({row->variant, fmt::format("{:.0e}", row->max_relative_error),
               three_digits(row->time->median_ms), three_digits(row->time->min_ms),
               three_digits(row->time->max_ms), three_digits(compute ? row->gflops() : row->gbps()),
               percent(row->of_roof()),
               row->speedup > 0 ? fmt::format("{:.2f}x", row->speedup) : "",
               row->predicted_gain > 0 ? three_digits(row->predicted_gain) + "x" : "",
               row->over_previous > 0 ? fmt::format("{:.2f}x", row->over_previous) : "", raced});
  }
  print("\n{}", table.str());
  for (const Row* row : rows) {
    if (row->race && row->race->status != "clean") {
      print("\nrace, {}: {} {}\n", row->variant, row->race->status, row->race->reason);
      for (const RaceReport& report : row->race->reports) {
        print("  {}:{}: {}\n    {}\n    {}\n", report.file, report.line, report.message,
              report.source, report.explanation);
      }
    }
  }
  if (options_.lens) report_lens(rows);
}

void Chapter::report_lens(const std::vector<Row*>& rows) {
  Table table({"through the lens", "load sectors/request", "excess", "store sectors/request",
               "excess", "wavefronts/local load", "wavefronts/local store", "SIMT"});
  const auto ratio = [](std::uint64_t a, std::uint64_t b) {
    return b == 0 ? std::string() : fmt::format("{:.2f}", double(a) / double(b));
  };
  const LensModel* model = nullptr;
  std::string notes;
  Size size;
  for (const Row* row : rows) {
    if (!row->lens) continue;
    if (row->lens->status != "ok") {
      notes +=
          fmt::format("lens, {}: {}: {}\n", row->variant, row->lens->status, row->lens->reason);
      continue;
    }
    model = &row->lens->report.model;
    size = row->lens_size;
    LensCounts sum;
    for (const LensKernel& kernel : row->lens->report.kernels) sum += kernel.counts;
    table.add({row->variant, ratio(sum.global_load.sectors, sum.global_load.requests),
               ratio(sum.global_load.sectors, sum.global_load.ideal_sectors),
               ratio(sum.global_store.sectors, sum.global_store.requests),
               ratio(sum.global_store.sectors, sum.global_store.ideal_sectors),
               ratio(sum.local_load.wavefronts, sum.local_load.requests),
               ratio(sum.local_store.wavefronts, sum.local_store.requests),
               fmt::format("{:.2f}", sum.simt_efficiency(model->lanes))});
    const auto counted = flatten(sum, *model);
    for (const auto& [name, expected] : row->predicted) {
      const auto got = counted.find(name);
      const double value = got == counted.end() ? 0 : got->second;
      notes += fmt::format("  {:<24} {:<26} predicted {:>12.10g}  counted {:>12.10g}  {}\n",
                           row->variant, name, expected, value,
                           value == expected ? "as predicted" : "MISMATCH");
    }
  }
  if (model) {
    print(
        "\nA model, not a machine: {} ({} lanes, {}-byte sectors, {} banks of {} bytes), at "
        "{}.\n{}",
        model->name, model->lanes, model->sector_bytes, model->banks, model->bank_bytes,
        size_text(size), table.str());
  }
  print("{}", notes);
  if (!options_.lens_lines) return;
  for (const Row* row : rows) {
    if (!row->lens || row->lens->status != "ok") continue;
    for (const LensKernel& kernel : row->lens->report.kernels) {
      print("\n{}, {}\n{}", row->variant, kernel.kernel,
            annotated_source(kernel, row->lens->report.model));
    }
  }
}

ExitCode Chapter::result() const {
  bool any_ok = document_.rows.empty(), missing = false;
  for (const Row& row : document_.rows) {
    if (row.status == "wrong") return ExitCode::kWrong;
    if (row.race && row.race->status == "dirty") return ExitCode::kWrong;
    const auto exempt = [](const std::string& reason) { return reason.rfind("exempt: ", 0) == 0; };
    missing |= row.race && row.race->status == "not run" && !exempt(row.race->reason);
    missing |= row.lens && row.lens->status != "ok" && !exempt(row.lens->reason);
    any_ok |= row.status == "ok";
  }
  return any_ok && !missing ? ExitCode::kOk : ExitCode::kSkipped;
}

void Chapter::write_files() {
  if (options_.json_file == "-") {
    fmt::print("{}\n", to_json(document_).dump(2));
  } else if (!options_.json_file.empty()) {
    save_file(options_.json_file, to_json(document_).dump(2) + "\n");
  }
  if (!options_.csv_file.empty()) save_file(options_.csv_file, to_csv(document_));
}

void Chapter::write_trace() {
  const Trace trace = collect_trace(session_);
  save_file(options_.trace_file, to_chrome(trace).dump() + "\n");
  print(
      "\nWhere the time went (device lines are what ran on {}; its clock is known to {:.0f} "
      "us):\n{}",
      trace.device, 1e3 * trace.last.uncertainty_ms, to_text(trace_tree(trace)));
  if (trace.untimed > 0) print("{} commands recorded no times\n", trace.untimed);
  print("{} opens in https://ui.perfetto.dev\n", options_.trace_file);
}

// ---------------------------------------------------------------------------------------------

namespace {

// --self-test: what CI runs of every chapter, and what a reader can run on a device of their own.
// Nothing checked is a failure: a test that found no cases has not passed.
class SelfTest {
 public:
  SelfTest(const ChapterInfo& info, const ChapterOptions& options)
      : info_(info), options_(options) {}

  // Every variant at every test size with every kind of data.
  int values() {
    Session session(options_.device);
    session.set_extra_options(options_.build_options);
    for (const Experiment& experiment : info_.experiments) {
      for (const Size& size : experiment.test_sizes) {
        for (const DataKind kind : experiment.test_data) {
          PreparedProblem prepared(experiment, size, kind, options_.seed);
          for (const Variant& variant : experiment.variants) {
            if (!wanted(variant)) continue;
            const std::string what = fmt::format("{}, {}, {}, data {}", experiment.name,
                                                 variant.name, size_text(size), int(kind));
            try {
              LoadedVariant loaded(session, prepared, variant);
              loaded.enqueue();
              const Verdict verdict = loaded.verify();
              note(what, verdict.ok ? "" : verdict.message);
            } catch (const Skipped& skipped) {
              skip(fmt::format("{}, {}", experiment.name, variant.name), skipped.what());
            }
          }
        }
      }
    }
    return end("values");
  }

  // Every variant under Oclgrind at the sizes below, at and beside its tile.
  int races() {
    for (const Experiment& experiment : info_.experiments) {
      for (const Variant& variant : experiment.variants) {
        if (!wanted(variant)) continue;
        const std::vector<RaceOutcome> outcomes = wb::races(executable_path(), experiment, variant);
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
          const RaceOutcome& outcome = outcomes[i];
          const std::string what = fmt::format("{}, {}, {}", experiment.name, variant.name,
                                               size_text(experiment.race_sizes[i]));
          const bool by_needs = outcome.reason.rfind("skipped: ", 0) == 0;
          if (outcome.status == "not run" && (by_needs || variant.exempt.count("race"))) {
            skip(what, outcome.reason);
            continue;
          }
          std::string fault =
              outcome.status == "clean" ? "" : outcome.status + " " + outcome.reason;
          for (const RaceReport& report : outcome.reports) {
            fault += fmt::format("\n  {}:{}: {}  {}", report.file, report.line, report.message,
                                 report.source);
          }
          note(what, fault);
        }
      }
    }
    return end("races");
  }

  // Every prediction against the count; a variant without one is counted, and must be countable.
  int lens_counts() {
    for (const Experiment& experiment : info_.experiments) {
      if (experiment.lens_size.empty()) continue;
      for (const Variant& variant : experiment.variants) {
        if (!wanted(variant)) continue;
        const std::string what = fmt::format("{}, {}, {}", experiment.name, variant.name,
                                             size_text(experiment.lens_size));
        const LensOutcome outcome =
            lens(executable_path(), experiment, variant, experiment.lens_size, options_.model);
        if (outcome.status != "ok") {
          if (variant.exempt.count("lens")) {
            skip(what, outcome.reason);
          } else {
            note(what, outcome.status + ": " + outcome.reason);
          }
          continue;
        }
        LensCounts sum;
        for (const LensKernel& kernel : outcome.report.kernels) sum += kernel.counts;
        const auto counted = flatten(sum, outcome.report.model);
        std::string fault;
        if (variant.at_most) {
          for (const auto& [name, limit] : variant.at_most(experiment.lens_size, options_.model)) {
            const auto got = counted.find(name);
            if (got == counted.end()) {
              fault += "\n  no counter is named " + name;
            } else if (got->second > limit) {
              fault +=
                  fmt::format("\n  {}: {} counted, at most {} allowed", name, got->second, limit);
            }
          }
        }
        if (variant.predict) {
          for (const auto& [name, expected] :
               variant.predict(experiment.lens_size, options_.model)) {
            const auto got = counted.find(name);
            if (got == counted.end()) {
              fault += "\n  no counter is named " + name;
            } else if (got->second != expected) {
              fault += fmt::format("\n  {}: predicted {}, counted {}", name, expected, got->second);
            }
          }
        }
        note(what, fault);
      }
    }
    return end("lens counts");
  }

 private:
  ChapterInfo info_;
  ChapterOptions options_;
  int passed_ = 0, failed_ = 0;
  std::map<std::string, std::string> skipped_;

  bool wanted(const Variant& variant) const {
    return options_.only_variant.empty() || variant.name == options_.only_variant;
  }
  void note(const std::string& what, const std::string& fault) {
    fault.empty() ? ++passed_ : ++failed_;
    if (!fault.empty()) fmt::print("FAILED {}: {}\n", what, fault);
  }
  void skip(const std::string& what, const std::string& reason) { skipped_[what] = reason; }
  int end(const char* what) const {
    for (const auto& [name, reason] : skipped_) fmt::print("skipped {}: {}\n", name, reason);
    fmt::print("{}: {} checks passed, {} failed, {} skipped\n", what, passed_, failed_,
               skipped_.size());
    if (failed_ > 0) return static_cast<int>(ExitCode::kWrong);
    if (passed_ > 0) return 0;
    return static_cast<int>(skipped_.empty() ? ExitCode::kWrong : ExitCode::kSkipped);
  }
};

// What --child does: one variant, once at each size, verified; a line of JSON for each, its
// verdict, on standard output. Ends with the first that is not ok.
int run_child(ChapterInfo info, const ChapterOptions& options, const std::string& name,
              const std::vector<Size>& sizes) {
  info.experiments.insert(info.experiments.end(), info.exercises.begin(), info.exercises.end());
  const std::size_t slash = name.find('/');
  for (const Experiment& experiment : info.experiments) {
    if (experiment.name != name.substr(0, slash)) continue;
    const Variant* variant = experiment.find(name.substr(slash + 1));
    if (!variant) break;
    for (const Size& given : sizes) {
      nlohmann::json verdict = {{"status", "ok"}, {"reason", ""}, {"max_relative_error", 0.0}};
      ExitCode code = ExitCode::kOk;
      try {
        Session session(options.device);
        session.set_extra_options(options.build_options);
        const Size size = given.size() == experiment.dimensions.size()
                              ? given
                              : Size(experiment.dimensions.size(), given.at(0));
        PreparedProblem prepared(experiment, size, options.data, options.seed);
        LoadedVariant loaded(session, prepared, *variant);
        loaded.enqueue();
        const Verdict judged = loaded.verify();
        verdict["max_relative_error"] = judged.max_relative_error;
        if (!judged.ok) {
          verdict["status"] = "wrong";
          verdict["reason"] = judged.message;
          code = ExitCode::kWrong;
        }
      } catch (const Skipped& skipped) {
        verdict["status"] = "skipped";
        verdict["reason"] = skipped.what();
        code = ExitCode::kSkipped;
      }
      fmt::print("{}\n", verdict.dump());
      if (code != ExitCode::kOk) return static_cast<int>(code);
    }
    return 0;
  }
  throw UsageError("no variant " + name);
}

}  // namespace

namespace {

// What was printed so far comes first, also where both streams end in one file.
int fail(const ChapterInfo& info, const std::string& why, ExitCode code = ExitCode::kEnvironment) {
  std::fflush(stdout);
  fmt::print(stderr, "{}: {}\n", info.stem, why);
  return static_cast<int>(code);
}

}  // namespace

int chapter_main(int argc, char** argv, const ChapterInfo& info,
                 const std::function<void(Chapter&)>& story) {
  ChapterOptions options;
  options.protocol.budget_seconds = info.budget_seconds;
  JudgeOptions how;
  std::string outputs;
  std::string size, data = "uniform", lens_mode, model, child, self_test, exercise;
  std::vector<std::string> more_sizes;
  CLI::App app(info.summary, info.stem);
  app.add_option("--device", options.device, "index, platform:device, or part of a name");
  app.add_option("--size", size, "problem size: N, or one number a dimension joined by x");
  app.add_option("--seed", options.seed, "seed of the input data");
  app.add_option("--data", data, "integers, uniform or special (NaN, infinities, subnormals)");
  app.add_option("--variant", options.only_variant, "run only this variant and the baseline");
  app.add_option("--rounds", options.protocol.rounds, "rounds of the measurement")
      ->check(CLI::Range(1, 1000));
  app.add_option("--runs", options.protocol.runs, "runs in a round")->check(CLI::Range(1, 100000));
  app.add_option("--budget", options.protocol.budget_seconds, "seconds a variant may take")
      ->check(CLI::Range(0.001, 3600.0));
  app.add_flag("--race", options.race, "check every variant for races and bounds (Oclgrind)");
  app.add_flag("--lens{table}", lens_mode,
               "count memory traffic; --lens=lines annotates the source")
      ->check(CLI::IsMember({"table", "lines"}));
  app.add_option("--lens-model", model,
                 "nvidia, amd, or lanes=32,sector=32,line=128,banks=32,bank=4");
  app.add_flag("--peers", options.peers, "time other libraries beside ours, where installed");
  app.add_flag("--fresh-ceilings", options.fresh_ceilings, "measure the ceilings anew");
  app.add_option("--build-options", options.build_options, "added to every kernel's build options");
  app.add_option("--json", options.json_file, "write the measurements; - is standard output");
  app.add_option("--csv", options.csv_file, "write the table");
  app.add_option("--trace", options.trace_file,
                 "write a timeline of host and device for ui.perfetto.dev, and print it as a tree");
  app.add_flag("--exercise{starter}", exercise,
               fmt::format("judge the exercise: your chapters/{}/exercise.{}, or --exercise=FILE; "
                           "with --lens what your kernel asks for",
                           info.stem, info.host ? "cpp" : "cl"));
  app.add_option("--self-test", self_test, "check every variant: values, race or lens")
      ->check(CLI::IsMember({"values", "race", "lens"}));
  app.add_option("--child", child, "")->group("");
  app.add_option("--then-size", more_sizes, "")->group("");
  app.add_option("--outputs", outputs, "")->group("");
  app.add_flag("--every-judge", how.every_judge, "")->group("");
  app.add_flag("--text-on-stderr", options.text_on_stderr, "")->group("");
  app.add_option("--limit", how.cpu_seconds, "")->group("")->check(CLI::Range(1, 3600));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }

  try {
    options.lens = !lens_mode.empty();
    options.lens_lines = lens_mode == "lines";
    options.data = parse_data_kind(data);
    if (!size.empty()) options.size = parse_size(size);
    check_dimensions(info, options.size);
    check_variant(info, options.only_variant);
    if (!model.empty()) options.model = parse_lens_model(model);
    if (!outputs.empty()) return exercise_child(info, options, child, outputs);
    if (!child.empty()) {
      std::vector<Size> sizes = {options.size};
      for (const std::string& text : more_sizes) sizes.push_back(parse_size(text));
      return run_child(info, options, child, sizes);
    }
    check_writable(options.json_file);
    check_writable(options.csv_file);
    check_writable(options.trace_file);
    const bool kernel = !exercise.empty() && !info.host;  // its judges are simulators
    if (options.lens || self_test == "lens" || kernel) {
      std::string reason;
      if (lens_plugin_path(&reason).empty()) throw Skipped(reason);
    }
    if (options.race || self_test == "race" || kernel) {
      std::string reason;
      if (oclgrind_path(&reason).empty()) throw Skipped(reason);
    }
    if (!exercise.empty()) {
      const std::string starter = fmt::format("{}/chapters/{}/exercise.{}", source_folder(),
                                              info.stem, info.host ? "cpp" : "cl");
      const ExerciseVerdict verdict =
          judge_exercise(info, options, exercise == "starter" ? starter : exercise, how);
      const std::string json =
          to_json(verdict).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
      if (options.json_file != "-") fmt::print("{}", verdict_text(verdict));
      if (options.json_file == "-") fmt::print("{}", json);
      if (!options.json_file.empty() && options.json_file != "-")
        save_file(options.json_file, json);
      return static_cast<int>(exit_code(verdict));
    }
    if (self_test == "values") return SelfTest(info, options).values();
    if (self_test == "race") return SelfTest(info, options).races();
    if (self_test == "lens") return SelfTest(info, options).lens_counts();
    Chapter chapter(info, options);
    if (options.trace_file.empty()) {
      story(chapter);
    } else {
      const std::unique_ptr<void, void (*)(void*)> at_end(&chapter, [](void*) { discard_trace(); });
      start_trace(chapter.session());
      story(chapter);
      chapter.write_trace();
    }
    chapter.write_files();
    return static_cast<int>(chapter.result());
  } catch (const Error& error) {
    return fail(info, error.what(), error.code());
  } catch (const cl::Error& error) {
    return fail(info, fmt::format("{} failed: {} ({})", error.what(), cl_error_name(error.err()),
                                  error.err()));
  } catch (const std::bad_alloc&) {
    return fail(info, "the host has not enough memory for this; try a smaller --size");
  } catch (const std::exception& error) {
    return fail(info, error.what());
  }
}

Progress::Progress(std::string what) : what_(std::move(what)), started_(now_seconds()) {
  // Ceilings and references give no steps; say at once what is going on if somebody looks.
  step("");
}

void Progress::step(const std::string& text) {
  if (!isatty(STDERR_FILENO)) return;
  fmt::print(stderr, "\r\033[K{}{}{} ...", what_, text.empty() ? "" : ": ", text);
  std::fflush(stderr);
  shown_ = true;
}

Progress::~Progress() {
  if (shown_) {
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  }
}

}  // namespace wb
