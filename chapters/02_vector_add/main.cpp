// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 02: c = a + b, the least kernel there is. What it costs is moving bytes: how close does
// each way of writing it come to a plain copy, and how long do the bytes take to get there at all?
//   text      book/02_vector_add.md          kernels  kernels/02_vector_add/
//   by hand   chapters/02_vector_add/by_hand.cpp      build/bin/02_vector_add_by_hand
//   exercise  chapters/02_vector_add/exercise.cl       build/bin/02_vector_add --exercise
// Run it, then at a size that fills no work-group:
//   build/bin/02_vector_add
//   build/bin/02_vector_add --size 1000
#include "02_vector_add/build_options.hpp"
#include "02_vector_add/transfers.hpp"
#include "02_vector_add/vector_add.hpp"
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment add = chapters::vector_add(), copy = chapters::vector_copy();
  const wb::ChapterInfo info{"02_vector_add",
                             "c = a + b, and where its time goes",
                             {add, copy, chapters::work_item_ids()},
                             {chapters::complex_product_exercise()}};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // 12 bytes an element must move; nothing can be faster than that at the speed of a copy.
    chapter.predict(add);
    // Values first. The copy is verified too: a yardstick that skips half its work measures
    // nothing.
    chapter.verify(add);
    chapter.verify(copy);
    // The sums and the copies take turns, so that their ratio is of one run.
    chapter.measure({&add, &copy});
    chapter.report(add);
    chapter.report(copy);
    chapters::report_of_copy(chapter);
    // The kernel is the smaller part of the story: the data has to get there and back.
    chapters::measure_transfers(chapter, chapter.size_of(add)[0]);
    chapters::report_shares(chapter);
    // What the compiler may do with the arithmetic, if asked.
    chapters::report_build_options(chapter);
  });
}
