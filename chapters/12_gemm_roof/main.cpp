// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 12: GEMM to the roof. Registers, warps and copies for the ordinary units, then the matrix
// units, from OpenCL C with inline PTX and at last through a rewritten binary.
//   text      book/12_gemm_roof.md          kernels  kernels/12_gemm_roof/
// Run it, then at a size that no tile divides:
//   build/bin/12_gemm_roof
//   build/bin/12_gemm_roof --size 4095x4097x4099
#include "12_gemm_roof/gemm_roof.hpp"

#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment fp32 = chapters::gemm_fp32();
  const wb::Experiment split = chapters::gemm_split();
  const wb::Experiment rounded = chapters::gemm_rounded();
  const wb::ChapterInfo info{"12_gemm_roof", "GEMM to the roof", {fp32, split, rounded}};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // The three ask for the same product and differ in what they read of each operand.
    for (const wb::Experiment* experiment : {&fp32, &split, &rounded}) {
      chapter.predict(*experiment);
      // A fast wrong kernel is not a fast kernel: values first.
      chapter.verify(*experiment);
      chapter.measure(*experiment);
      chapter.report(*experiment);
    }
  });
}
