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
  const wb::Size big = {8192, 8192, 8192};
  const std::vector<wb::Experiment> experiments = {
      chapters::gemm_fp32(),
      chapters::gemm_at("large", {1024, 1024, 1024}, big),
      chapters::gemm_at("odd", {1023, 1023, 1023}, {4095, 4097, 4099}),
      chapters::gemm_tried(),
      chapters::gemm_split(),
      chapters::gemm_large(chapters::gemm_split(), big),
      chapters::gemm_rounded(),
      chapters::gemm_large(chapters::gemm_rounded(), big)};
  const wb::ChapterInfo info{"12_gemm_roof", "GEMM to the roof", experiments};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // All ask for the same product; the last four differ in what they read of each operand.
    for (const wb::Experiment& experiment : experiments) {
      chapter.predict(experiment);
      // A fast wrong kernel is not a fast kernel: values first.
      chapter.verify(experiment);
      chapter.measure(experiment);
      chapter.report(experiment);
    }
  });
}
