// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 08: many numbers become one. Work-items must meet, and how they meet decides the time; in
// which order they add decides the error.
//   text      book/08_reduction.md           kernels  kernels/08_reduction/
//   exercise  chapters/08_reduction/exercise.cl        build/bin/08_reduction --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/08_reduction
//   build/bin/08_reduction --lens
#include "08_reduction/reduction.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment naive = chapters::naive_sum();
  const wb::Experiment sum = chapters::sum();
  const wb::Experiment large = chapters::large_sum();
  const wb::Experiment orders = chapters::sum_orders();
  const wb::Experiment ints = chapters::int_sum();
  const wb::Experiment extremes = chapters::extremes();
  const wb::ChapterInfo info{"08_reduction",
                             "Reduction: many numbers become one",
                             {naive, sum, large, orders, ints, extremes},
                             {chapters::dot_exercise()},
                             0.4};  // there are many variants
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // The slow ways first, at a size that they can take; then the ladder at a size worth the name;
    // then what the order of additions does to the result, and operators other than a float sum.
    for (const wb::Experiment* experiment : {&naive, &sum, &large, &orders, &ints, &extremes}) {
      // Before anything is made: a sum of ints is exact, or it is refused.
      const std::string refusal =
          experiment == &ints ? chapters::int_refusal(chapter.size_of(ints)[0]) : "";
      if (!refusal.empty()) {
        chapter.print("int sum is left out: {}\n\n", refusal);
        continue;
      }
      // A sum computes next to nothing: the floor is the time to read the numbers once.
      chapter.predict(*experiment);
      // Values first; a sum's error is measured against double and printed beside its time.
      chapter.verify(*experiment);
      // All variants take turns, so that a noisy machine is noisy for all of them.
      chapter.measure(*experiment);
      chapter.report(*experiment);
      chapter.print("\n");
    }
  });
}
