// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "03_gemm_naive/gemm_naive.hpp"
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment gemm = chapters::gemm_naive();
  return wb::chapter_main(argc, argv, {"03_gemm_naive", "One work-item per element of C", {gemm}},
                          [&](wb::Chapter& chapter) {
                            chapter.banner();
                            chapter.predict(gemm);
                            chapter.verify(gemm);
                            chapter.measure(gemm);
                            chapter.report(gemm);
                          });
}
