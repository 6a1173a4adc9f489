// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 05: a load fetches four floats and a work-item computes several outputs, so that a
// multiply-add needs fewer loads.
//   text      book/05_gemm_float4.md          kernels  kernels/05_gemm_float4/
//   exercise  chapters/05_gemm_float4/exercise.cl       build/bin/05_gemm_float4 --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/05_gemm_float4
//   build/bin/05_gemm_float4 --lens
#include "05_gemm_float4/gemm_float4.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment gemm = chapters::gemm_vectors();
  const wb::ChapterInfo info{"05_gemm_float4",
                             "GEMM with vectors and several outputs per work-item",
                             {gemm},
                             {chapters::mix_exercise()}};
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
