// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 09: a filter walks over a picture. Where its coefficients live, who fetches a pixel, and
// what lies beyond the edge.
//   text      book/09_constant_image.md      kernels  kernels/09_constant_image/
//   exercise  chapters/09_constant_image/exercise.cl   build/bin/09_constant_image --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/09_constant_image
//   build/bin/09_constant_image --lens
#include "09_constant_image/constant_image.hpp"
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment convolution = chapters::convolution();
  const wb::Experiment two_passes = chapters::two_passes();
  const wb::Experiment sizes = chapters::filter_sizes();
  const wb::Experiment lookups = chapters::lookups();
  const wb::Experiment borders = chapters::borders();
  const wb::Experiment resizing = chapters::resizing();
  const wb::ChapterInfo info{"09_constant_image",
                             "Convolution, constant memory and images",
                             {convolution, two_passes, sizes, lookups, borders, resizing},
                             {chapters::sobel_exercise()},
                             0.3};  // there are many variants
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // One filter, 17 x 17, every way; then the same filter as a column times a row.
    for (const wb::Experiment* experiment : {&convolution, &two_passes}) {
      chapter.predict(*experiment);
      chapter.verify(*experiment);
      chapter.measure(*experiment);
      chapter.report(*experiment);
    }
    // Where the filter's size changes the order; what constant memory is good for; what a sampler
    // does.
    for (const wb::Experiment* experiment : {&sizes, &lookups, &borders, &resizing}) {
      chapter.verify(*experiment);
      chapter.measure(*experiment);
      chapter.report(*experiment);
    }
  });
}
