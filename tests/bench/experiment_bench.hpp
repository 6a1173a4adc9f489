// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <benchmark/benchmark.h>

#include "wb/error.hpp"
#include "wb/instruments.hpp"

/// One variant at one size under Google Benchmark, on event time; its output is verified before its
/// time is reported. Rates: bytes, and flops where the experiment has any.
inline void run_variant(benchmark::State& state, wb::Session& session,
                        const wb::Experiment& experiment, const wb::Variant& variant,
                        const wb::Size& size) {
  try {
    wb::PreparedProblem prepared(experiment, size, wb::DataKind::kUniform, 1);
    wb::LoadedVariant loaded(session, prepared, variant);
    const wb::Timed timed = wb::timed(session, loaded);
    timed.once();
    if (const wb::Verdict verdict = loaded.verify(); !verdict.ok) {
      state.SkipWithError(verdict.message.c_str());
      return;
    }
    for (auto _ : state) state.SetIterationTime(timed.once() * 1e-3);
    const wb::Work work = experiment.work(size);
    state.SetBytesProcessed(static_cast<std::int64_t>(work.bytes) *
                            static_cast<std::int64_t>(state.iterations()));
    if (work.flops > 0) {
      state.counters["flops"] =
          benchmark::Counter(work.flops, benchmark::Counter::kIsIterationInvariantRate);
    }
    state.SetLabel(timed.clock);
  } catch (const wb::Skipped& skipped) {
    state.SkipWithError(skipped.what());
  }
}
