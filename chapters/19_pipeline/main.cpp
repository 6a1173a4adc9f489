// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 19: twenty kernels that need one another's results, and every way to tell a device so:
// waiting, queues, events, recorded commands, halves of a device, several frames at a time.
//   text       book/19_pipeline.md                  kernels  kernels/19_pipeline/
//   the graph  chapters/19_pipeline/graph.cpp       the ways  chapters/19_pipeline/schedules.cpp
// Run it, then with larger pictures and a timeline for ui.perfetto.dev:
//   build/bin/19_pipeline
//   build/bin/19_pipeline --size 768x1024 --trace timeline.json
#include "19_pipeline/graph_judge.hpp"
#include "19_pipeline/pipeline.hpp"
#include "19_pipeline/report.hpp"
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment frame = chapters::pipeline_experiment();
  const wb::ChapterInfo info{"19_pipeline", "a graph of twenty kernels, scheduled seven ways",
                             {frame},       {},
                             0.3,           chapters::graph_exercise()};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // All stages of one frame: every buffer right first, then timed.
    chapter.verify(frame);
    chapter.measure(frame);
    chapter.report(frame);
    // Frame after frame, in every order of commands.
    chapters::measure_schedules(chapter, chapter.size_of(frame));
    // Where the order of commands matters, and where it does not.
    chapters::measure_sizes(chapter, chapter.size_of(frame));
  });
}
