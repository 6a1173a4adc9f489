// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 06: local memory has 32 banks, and lanes that meet in one of them queue up.
//   text      book/06_bank_conflicts.md      kernels  kernels/06_bank_conflicts/
//   exercise  chapters/06_bank_conflicts/exercise.cl   build/bin/06_bank_conflicts --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/06_bank_conflicts
//   build/bin/06_bank_conflicts --lens
#include "06_bank_conflicts/bank_conflicts.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment strides = chapters::stride_sweep();
  const wb::Experiment gemm = chapters::gemm_layouts();
  const wb::ChapterInfo info{"06_bank_conflicts",
                             "Bank conflicts: strides, padding, swizzles",
                             {strides, gemm},
                             {chapters::bit_reversal_exercise()}};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // One microkernel, 33 strides: the cost of a conflict and nothing else.
    chapter.verify(strides);
    chapter.measure(strides);
    chapter.report(strides);
    // The same conflict inside a real kernel, and two cures.
    chapter.predict(gemm);
    chapter.verify(gemm);
    chapter.measure(gemm);
    chapter.report(gemm);
  });
}
