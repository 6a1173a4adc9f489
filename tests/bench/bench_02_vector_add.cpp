// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The chapter's own variants under Google Benchmark, on event time: every output is verified before
// its time is reported.
//   build/bin/bench_02_vector_add
//   build/bin/bench_02_vector_add --benchmark_filter=float4
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include "02_vector_add/vector_add.hpp"
#include "experiment_bench.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    wb::Session session;
    const wb::Experiment experiments[] = {chapters::vector_add(), chapters::vector_copy()};
    for (const wb::Experiment& experiment : experiments) {
      for (const wb::Variant& variant : experiment.variants) {
        benchmark::RegisterBenchmark(fmt::format("{}/{}", experiment.name, variant.name).c_str(),
                                     [&](benchmark::State& state) {
                                       run_variant(state, session, experiment, variant,
                                                   {static_cast<std::size_t>(state.range(0))});
                                     })
            ->RangeMultiplier(16)
            ->Range(1 << 12, 1 << 24)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
      }
    }
    if (benchmark::RunSpecifiedBenchmarks() == 0) {
      fmt::print(stderr, "no benchmark has such a name\n");
      return 2;
    }
    benchmark::Shutdown();
    return 0;
  } catch (const wb::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  }
}
