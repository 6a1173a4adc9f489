// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 03: one work-item computes one element of C. Which of the two coordinates dimension 0
// runs over decides whether neighbouring work-items touch neighbouring memory.
//   text      book/03_gemm_naive.md          kernels  kernels/03_gemm_naive/
//   exercise  chapters/03_gemm_naive/exercise.cl       build/bin/03_gemm_naive --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/03_gemm_naive
//   build/bin/03_gemm_naive --lens
#include "03_gemm_naive/gemm_naive.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment orders = chapters::gemm_naive();
  const wb::Experiment shapes = chapters::gemm_shapes();
  const wb::ChapterInfo info{"03_gemm_naive",
                             "GEMM, one work-item per element",
                             {orders, shapes},
                             {chapters::blas_exercise()}};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // What the device allows at best, before anything runs.
    chapter.predict(orders);
    // A fast wrong kernel is not a fast kernel: values first. Then the two orders take turns.
    chapter.verify(orders);
    chapter.measure(orders);
    chapter.report(orders);
    // The better order in work-groups of different shapes: does the shape matter, and why?
    chapter.verify(shapes);
    chapter.measure(shapes);
    chapter.report(shapes);
  });
}
