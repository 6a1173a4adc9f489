// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 07: a transpose must read rows and write columns, or the reverse. Local memory lets it do
// both along rows. How close to a copy can it come?
//   text      book/07_transpose.md           kernels  kernels/07_transpose/
//   exercise  chapters/07_transpose/exercise.cl        build/bin/07_transpose --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/07_transpose
//   build/bin/07_transpose --lens
#include "07_transpose/transpose.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment transpose = chapters::transpose(), copy = chapters::plain_copy();
  const wb::ChapterInfo info{"07_transpose",
                             "Transpose: rows in, rows out",
                             {transpose, copy},
                             {chapters::transpose_exercise()},
                             0.4};  // a large matrix, and many variants
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // A transpose computes nothing: the floor is the time of a copy.
    chapter.predict(transpose);
    // Values first, bit for bit. The yardstick is verified too.
    chapter.verify(transpose);
    chapter.verify(copy);
    // The transposes and the copies take turns, so that their ratio is of one run.
    chapter.measure({&transpose, &copy});
    chapter.report(transpose);
    chapter.report(copy);
    chapters::report_of_copy(chapter);
  });
}
