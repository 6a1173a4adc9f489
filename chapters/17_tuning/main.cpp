// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 17: what registers cost and buy, and a search for the numbers that nobody can work out:
// group sizes, vector widths, tiles, outputs a work-item.
//   text      book/17_tuning.md              kernels  kernels/17_tuning/
//   exercise  chapters/17_tuning/exercise.cl           build/bin/17_tuning --exercise
// Run it; then search this device, and run it again with what was found:
//   build/bin/17_tuning
//   build/bin/17_tuning_search
#include "17_tuning/tuning.hpp"

int main(int argc, char** argv) {
  const wb::Experiment outputs = chapters::outputs(), groups = chapters::group_sizes();
  const wb::Experiment windows = chapters::windows(), unrolling = chapters::unrolling();
  const wb::Experiment map = chapters::filter_map();
  const std::vector<const wb::Experiment*> registers = {&outputs, &groups, &windows, &unrolling};
  const std::vector<wb::Experiment> tuned = chapters::tuned_operators();
  wb::ChapterInfo info{"17_tuning",
                       "Registers, occupancy and tuning",
                       {outputs, groups, windows, unrolling, map},
                       {chapters::dilation_exercise()},
                       0.08};  // there are many variants
  info.experiments.insert(info.experiments.end(), tuned.begin(), tuned.end());
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // What the compiler makes of private variables: predicted from instructions, then measured.
    for (const wb::Experiment* experiment : registers) {
      chapter.predict(*experiment);
      chapter.verify(*experiment);
      chapter.measure(*experiment);
      chapter.report(*experiment);
    }
    // The explanation is in the build log, on the devices whose compiler writes one.
    chapters::report_registers(chapter, registers);
    // Two numbers that the host chooses, all of them tried.
    chapter.predict(map);
    chapter.verify(map);
    chapter.measure(map);
    chapter.report(map);
    chapters::report_map(chapter, map);
    // What a search found, on this device and on others, beside what was set by hand.
    for (const wb::Experiment& experiment : tuned) {
      chapter.predict(experiment);
      chapter.verify(experiment);
      chapter.measure(experiment);
      chapter.report(experiment);
    }
    chapters::report_tuned(chapter, tuned);
  });
}
