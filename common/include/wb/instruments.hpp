// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include "wb/experiment.hpp"
#include "wb/race.hpp"
#include "wb/session.hpp"

namespace wb {

/// A problem with its reference, which is computed once and shared by all variants.
class PreparedProblem {
 public:
  PreparedProblem(const Experiment& experiment, Size size, DataKind kind, std::uint64_t seed);
  const Experiment& experiment() const { return experiment_; }
  const Problem& problem() const { return problem_; }
  /// Compares outputs (same order and shapes as problem().outputs) with the reference, which is the
  /// experiment's unless `variant` has its own.
  Verdict judge(const std::vector<Array>& outputs, const Variant* variant = nullptr);
  /// The same for what LoadedVariant::raw_outputs() gave, in whatever process: `raw` must be of the
  /// right length and its guard words untouched. `outputs` receives the arrays, if given.
  Verdict judge_raw(const std::vector<std::byte>& raw, bool guarded, const Variant& variant,
                    std::vector<Array>* outputs = nullptr);
  /// The device buffer that holds an input; uploaded once, shared by all variants.
  cl::Buffer device_input(Session& session, const Array& input);

 private:
  Experiment experiment_;
  Problem problem_;
  std::map<std::size_t, Expected> expected_;
  std::map<std::string, cl::Buffer> device_inputs_;
};

/// One variant, built and loaded on a device: buffers allocated, inputs uploaded, limits checked.
class LoadedVariant {
 public:
  /// Throws Skipped if the device cannot run it, Error if it cannot be built.
  LoadedVariant(Session& session, PreparedProblem& prepared, const Variant& variant);
  const Variant& variant() const { return variant_; }
  const Plan& plan() const { return plan_; }
  /// Poisons outputs and scratch, restores what is computed in place.
  void reset();
  /// Enqueues every launch once, in order; one event a launch.
  std::vector<cl::Event> enqueue();
  /// Reads the outputs back and judges them, guard words included.
  Verdict verify();
  /// All outputs with the guard words around them, one after the other, unjudged.
  std::vector<std::byte> raw_outputs();
  cl::Kernel& kernel(std::size_t launch) { return kernels_[launch]; }

 private:
  struct OutputBuffer;
  Session& session_;
  PreparedProblem& prepared_;
  Variant variant_;
  Plan plan_;
  std::vector<cl::Kernel> kernels_;
  std::map<std::string, cl::Buffer> buffers_;
  std::map<std::string, cl::Image2D> images_;
  std::vector<cl::Sampler> samplers_;  // a kernel does not keep its arguments alive
  std::vector<OutputBuffer> outputs_;
  void allocate();
  void bind();

 public:
  LoadedVariant(LoadedVariant&&) noexcept;
  ~LoadedVariant();
};

/// How often to repeat. A variant too slow for the budget gets fewer runs, never fewer than 3.
struct Protocol {
  int rounds = 3, runs = 20;
  double budget_seconds = 0.8;  ///< per variant
};

/// Times in milliseconds. The samples of all variants are interleaved: round by round, in turn.
struct Timing {
  std::string clock;  ///< "device": event times, first start to last end; "host": steady clock
  int runs = 0;
  double median_ms = 0, min_ms = 0, max_ms = 0;
  std::vector<double> samples_ms;
};

/// Something that can be timed: runs once and returns milliseconds on the named clock.
struct Timed {
  std::string name, clock;
  std::function<double()> once;
};

/// Warms each up twice, then takes turns. Same order as given.
std::vector<Timing> time_interleaved(std::vector<Timed>& candidates, const Protocol& protocol);
/// The above for loaded variants, on event times where the queue has them.
Timed timed(Session& session, LoadedVariant& loaded);

Timing summarise(std::string clock, std::vector<double> samples_ms);

/// Milliseconds from the first event's start to the last one's end.
double event_ms(const std::vector<cl::Event>& events);

/// How a stranger's kernel is run: confined, and judged here by the bytes that it leaves in
/// `folder`, not by what its process says.
struct Apart {
  Confinement confinement;
  std::map<std::string, std::string> environment;
  std::string folder;
  std::chrono::milliseconds time_limit{120'000};
  std::size_t flood_limit = 1u << 20;
};

/// Runs one variant of `program` (a chapter's executable) at one size in a child under Oclgrind,
/// with the values it computes verified there, and applies the variant's waivers.
RaceOutcome race(const std::string& program, const Experiment& experiment, const Variant& variant,
                 const Size& size, const Apart* apart = nullptr);

/// One outcome for each of the experiment's race sizes. All run in one child, since half a child's
/// time goes into loading the simulator; only if that is not clean has each size a child of its
/// own, so that every report belongs to a size.
std::vector<RaceOutcome> races(const std::string& program, const Experiment& experiment,
                               const Variant& variant);

/// The same under the lens. Values are verified there too: wrong values make it "could not run".
LensOutcome lens(const std::string& program, const Experiment& experiment, const Variant& variant,
                 const Size& size, const LensModel& model, const Apart* apart = nullptr);

}  // namespace wb
