// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every variant of chapters 03 to 06 under Google Benchmark, at each experiment's default size.
//   build/bin/bench_gemm_ladder
//   build/bin/bench_gemm_ladder --benchmark_filter=tile
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include "03_gemm_naive/gemm_naive.hpp"
#include "04_gemm_tiled/gemm_tiled.hpp"
#include "05_gemm_float4/gemm_float4.hpp"
#include "06_bank_conflicts/bank_conflicts.hpp"
#include "experiment_bench.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  wb::Session session;
  const std::pair<const char*, wb::Experiment> experiments[] = {
      {"03", chapters::gemm_naive()},   {"03", chapters::gemm_shapes()},
      {"04", chapters::gemm_tiles()},   {"05", chapters::gemm_vectors()},
      {"06", chapters::gemm_layouts()}, {"06", chapters::stride_sweep()}};
  for (const auto& [chapter, experiment] : experiments) {
    for (const wb::Variant& variant : experiment.variants) {
      benchmark::RegisterBenchmark(
          fmt::format("{}/{}/{}", chapter, experiment.name, variant.name).c_str(),
          [&session, &e = experiment, &variant](benchmark::State& state) {
            run_variant(state, session, e, variant, e.default_size);
          })
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
  if (benchmark::RunSpecifiedBenchmarks() == 0) {
    fmt::print(stderr, "no benchmark has such a name\n");
    return 2;
  }
  return 0;
}
