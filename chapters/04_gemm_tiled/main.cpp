// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 04: a work-group shares what it loads. Each value of A and B is fetched once a tile
// instead of once a product.
//   text      book/04_gemm_tiled.md          kernels  kernels/04_gemm_tiled/
//   exercise  chapters/04_gemm_tiled/exercise.cl       build/bin/04_gemm_tiled --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/04_gemm_tiled
//   build/bin/04_gemm_tiled --lens
#include "04_gemm_tiled/gemm_tiled.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment gemm = chapters::gemm_tiles();
  const wb::ChapterInfo info{"04_gemm_tiled",
                             "GEMM with tiles in local memory",
                             {gemm},
                             {chapters::gemm_tiled_exercise()}};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // What the device allows at best, before anything runs.
    chapter.predict(gemm);
    // A fast wrong kernel is not a fast kernel: values first.
    chapter.verify(gemm);
    // All variants take turns, so that a noisy machine is noisy for all of them.
    chapter.measure(gemm);
    chapter.report(gemm);
  });
}
