// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 14: counting. Work-items that meet at a counter, and ways to keep them apart.
//   text      book/14_histogram.md          kernels  kernels/14_histogram/
//   exercise  chapters/14_histogram/exercise.cl       build/bin/14_histogram --exercise
// Run it, then count who meets whom:
//   build/bin/14_histogram
//   build/bin/14_histogram --lens
#include "14_histogram/histogram.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  using chapters::Spread;
  std::vector<wb::Experiment> bytes, large, wide, sweeps;
  for (const Spread spread : {Spread::kUniform, Spread::kZipf, Spread::kEqual}) {
    bytes.push_back(chapters::histogram(spread));
    large.push_back(chapters::large_histogram(spread));
    wide.push_back(chapters::wide_histogram(spread));
  }
  sweeps = {chapters::table_copies(Spread::kZipf), chapters::table_copies(Spread::kEqual),
            chapters::bytes_an_item()};
  wb::ChapterInfo info{
      "14_histogram", "Histograms: 256 and 65,536 counters", {}, {chapters::row_histograms()}};
  info.budget_seconds = 0.2;
  for (const auto* group : {&bytes, &large, &sweeps, &wide}) {
    info.experiments.insert(info.experiments.end(), group->begin(), group->end());
  }
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    for (const wb::Experiment& experiment : info.experiments) {
      chapter.predict(experiment);
      // A fast wrong kernel is not a fast kernel: values first.
      chapter.verify(experiment);
      // All variants take turns, so that a noisy machine is noisy for all of them.
      chapter.measure(experiment);
      chapter.report(experiment);
    }
  });
}
