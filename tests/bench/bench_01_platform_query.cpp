// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every way to reach a ceiling, and the peers, under Google Benchmark on the same clocks as the
// chapter; what is wrong is an error, not a time.
//   build/bin/bench_01_platform_query
//   build/bin/bench_01_platform_query --benchmark_filter=copy
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include "01_platform_query/cpu_loops.hpp"
#include "wb/error.hpp"

namespace {

void run(benchmark::State& state, const wb::CeilingTry& each) {
  if (each.status != "ok") {
    state.SkipWithError(each.reason.c_str());
    return;
  }
  if (const std::string fault = each.fault(); !fault.empty()) {
    state.SkipWithError(("wrong: " + fault).c_str());
    return;
  }
  for (auto _ : state) state.SetIterationTime(each.once() * 1e-3);
  const auto runs = static_cast<double>(state.iterations());
  using benchmark::Counter;
  if (each.work.flops > 0) {
    state.counters["flops"] = Counter(each.work.flops * runs, Counter::kIsRate);
  }
  if (each.work.bytes > 0) {
    state.counters["bytes"] = Counter(each.work.bytes * runs, Counter::kIsRate);
  }
  state.SetLabel(each.clock);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    wb::Session session;
    std::vector<wb::CeilingTry> tries = wb::ceiling_tries(session);
    for (wb::CeilingTry& peer : chapters::ceiling_peers(session, tries)) {
      tries.push_back(std::move(peer));
    }
    for (const wb::CeilingTry& each : tries) {
      benchmark::RegisterBenchmark(fmt::format("{}/{}", each.ceiling, each.variant).c_str(),
                                   [&](benchmark::State& state) { run(state, each); })
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
    }
    const std::size_t count = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    if (count == 0) fmt::print(stderr, "no benchmark has such a name\n");
    return count == 0 ? 2 : 0;
  } catch (const wb::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  }
}
