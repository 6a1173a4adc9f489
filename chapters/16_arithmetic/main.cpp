// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 16: what an operation costs and how exact it is. Cheap and exact, cheap and rough, dear
// and exact: which is which is the device's affair, so it is measured.
//   text      book/16_arithmetic.md          kernels  kernels/16_arithmetic/
//   exercise  chapters/16_arithmetic/exercise.cl       build/bin/16_arithmetic --exercise
// Run it, then one function over every float there is:
//   build/bin/16_arithmetic
//   build/bin/16_arithmetic_ulp native_exp
#include "16_arithmetic/arithmetic.hpp"

int main(int argc, char** argv) {
  const wb::Experiment floats = chapters::float_costs(), doubles = chapters::double_costs();
  const wb::Experiment ints = chapters::int_costs(), polynomials = chapters::polynomials();
  const wb::Experiment ulp = chapters::accuracy(), columns = chapters::columns();
  const wb::ChapterInfo info{"16_arithmetic",
                             "What an operation costs, and how exact it is",
                             {floats, doubles, ints, polynomials, ulp, columns},
                             {chapters::softplus_exercise()},
                             0.04};  // there are eighty variants
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // Values first: a chain that ends at the right number has made every step.
    for (const wb::Experiment* each : {&floats, &doubles, &ints, &polynomials}) {
      chapter.verify(*each);
    }
    // All take turns, so that a cost in multiply-adds is a ratio of one run.
    chapter.measure({&floats, &doubles, &ints, &polynomials});
    chapters::report_costs(chapter, {&floats, &doubles, &ints, &polynomials});
    // Then how exact: against double, at bit patterns spread over all floats.
    chapter.verify(ulp);
    chapter.measure(ulp);
    chapters::report_accuracy(chapter, ulp);
    // What the compiler may do with arithmetic, if asked.
    chapters::report_switches(chapter);
    // And numbers stored in fewer bits: fewer bytes to fetch, other errors. The floor is memory's.
    chapter.predict(columns);
    chapter.verify(columns);
    chapter.measure(columns);
    chapters::report_columns(chapter, columns);
  });
}
