// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 15: the same data in another order. What a kernel must touch, and what the memory system
// moves because of where it lies, are two numbers; a layout decides the second.
//   text      book/15_data_layout.md         kernels  kernels/15_data_layout/
//   exercise  chapters/15_data_layout/exercise.cl      build/bin/15_data_layout --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/15_data_layout
//   build/bin/15_data_layout --lens
#include "15_data_layout/data_layout.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment particles = chapters::particles(), copy = chapters::layout_copy(),
                       in_place = chapters::layout_in_place();
  const wb::Experiment halves = chapters::layout_halves(), floats = chapters::layout_floats();
  const wb::Experiment others[] = {chapters::layout_strides(), chapters::layout_shifts(),
                                   chapters::layout_bytes(), chapters::layout_triples(),
                                   chapters::bodies()};
  wb::ChapterInfo info{"15_data_layout",
                       "Data layout: what is touched, and what moves because of it",
                       {particles, copy, in_place, halves, floats},
                       {chapters::layout_exercise()},
                       0.06};  // many variants
  info.experiments.insert(info.experiments.end(), std::begin(others), std::end(others));
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // One rule at a time: distance, beginning, width, and the third component.
    for (const wb::Experiment& experiment : others) {
      chapter.predict(experiment);
      chapter.verify(experiment);
      chapter.measure(experiment);
      chapter.report(experiment);
    }
    // Half the bytes for the same numbers: both take turns.
    chapter.predict(floats);
    chapter.verify(floats);
    chapter.verify(halves);
    chapter.measure({&floats, &halves});
    chapter.report(floats);
    chapter.report(halves);
    // The whole case: a step of particles in twelve layouts, in turns with copies of as many bytes.
    chapter.predict(particles);
    chapter.verify(particles);
    chapter.verify(copy);
    chapter.verify(in_place);
    chapter.measure({&particles, &copy, &in_place});
    chapter.report(particles);
    chapter.report(copy);
    chapter.report(in_place);
    chapters::report_of_layout_copy(chapter);
  });
}
