// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 18: where a program's buffers come from, who gives them back, and what that costs a
// device that waits: buffers made and released, kept, from a pool behind a lock, and planned in
// advance.
//   text      book/18_resources.md               kernels  kernels/18_resources/
//   the ways  chapters/18_resources/ways.cpp     the planner  common/src/memory_plan.cpp
// Run it, then with longer kernels and a timeline for ui.perfetto.dev:
//   build/bin/18_resources
//   build/bin/18_resources --size 262144 --trace timeline.json
#include "18_resources/frame.hpp"
#include "18_resources/pool_judge.hpp"
#include "18_resources/report.hpp"
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment frame = chapters::frame_experiment();
  const wb::ChapterInfo info{"18_resources",
                             "who owns a buffer, and what it costs to get one",
                             {frame},
                             {},
                             wb::kBudgetSeconds,
                             chapters::pool_exercise()};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at this size.
    chapter.banner();
    // What the twelve kernels of a frame have to move.
    chapter.predict(frame);
    // A frame alone: right first, then timed.
    chapter.verify(frame);
    chapter.measure(frame);
    chapter.report(frame);
    const std::size_t samples = chapter.size_of(frame)[0];
    // What one buffer costs, before there are many.
    chapters::measure_costs(chapter, samples);
    // What a driver makes of parts of a buffer that overlap.
    chapters::measure_parts(chapter);
    // The lifetimes of a frame's temporaries, laid into one arena.
    chapters::show_plan(chapter, samples);
    // Many frames, the same bits each way.
    chapters::measure_ways(chapter, samples);
    // What a lock does when more threads want it.
    chapters::measure_threads(chapter, samples);
  });
}
