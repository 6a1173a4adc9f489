// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 07: a transpose must read rows and write columns, or the reverse. Local memory lets it do
// both along rows.
//   kernels   kernels/07_transpose/
// Run it, then look at the same kernels through the lens:
//   build/bin/07_transpose
//   build/bin/07_transpose --lens
#include "07_transpose/transpose.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment transpose = chapters::transpose();
  const wb::ChapterInfo info{"07_transpose", "Transpose: rows in, rows out", {transpose}};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // A transpose computes nothing: the floor is the time of a copy.
    chapter.predict(transpose);
    // Values first, bit for bit.
    chapter.verify(transpose);
    chapter.measure(transpose);
    chapter.report(transpose);
  });
}
