// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 13: a warp that goes two ways goes both. Who takes which way, what select is worth, and a
// median that never asks.
//   text      book/13_divergence.md          kernels  kernels/13_divergence/
//   exercise  chapters/13_divergence/exercise.cl   build/bin/13_divergence --exercise
// Run it, then look at the same kernels through the lens:
//   build/bin/13_divergence
//   build/bin/13_divergence --lens
#include "13_divergence/divergence.hpp"
#include "wb/chapter.hpp"
#include "wb/instruments.hpp"

namespace {

// The blend once more, on data that holds infinities: its values are wrong, and nothing else says
// so.
void show_the_trap(wb::Chapter& chapter, const wb::Experiment& blends) {
  wb::PreparedProblem problem(blends, {1000}, wb::DataKind::kSpecial, chapter.options().seed);
  for (const wb::Variant& variant : blends.variants) {
    wb::LoadedVariant loaded(chapter.session(), problem, variant);
    loaded.reset();
    loaded.enqueue();
    const wb::Verdict verdict = loaded.verify();
    chapter.print("{}, special values: {}\n", variant.name, verdict.ok ? "right" : verdict.message);
  }
  chapter.print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const wb::Experiment parity = chapters::parity(), bodies = chapters::short_bodies(),
                       ways = chapters::ways(), light = chapters::light(),
                       blends = chapters::blends(), rules = chapters::select_rules(),
                       arguments = chapters::specialised(), median9 = chapters::medians(3),
                       median25 = chapters::medians(5), edges = chapters::edges();
  const wb::ChapterInfo info{
      "13_divergence",
      "Divergence, and kernels without branches",
      {parity, bodies, ways, light, blends, rules, arguments, median9, median25, edges},
      {chapters::channels_exercise()},
      0.15};  // there are many variants
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // Heavy bodies first: what a warp pays for going two ways, and who can spare it that.
    chapter.predict(parity);
    for (const wb::Experiment* experiment : {&parity, &bodies, &ways, &light, &blends}) {
      chapter.verify(*experiment);
      chapter.measure(*experiment);
      chapter.report(*experiment);
    }
    // Finite numbers were right. Now the others.
    if (chapter.options().only_variant.empty()) show_the_trap(chapter, blends);
    // What select chooses by is checked, not timed.
    chapter.verify(rules);
    // Branches that all lanes take alike, then medians, then the edge of a picture.
    for (const wb::Experiment* experiment : {&arguments, &median9, &median25, &edges}) {
      chapter.verify(*experiment);
      chapter.measure(*experiment);
      chapter.report(*experiment);
    }
  });
}
