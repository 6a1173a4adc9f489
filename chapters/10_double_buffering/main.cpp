// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 10: while one chunk is computed, the next one travels. What has to be true for that, and
// how to see whether it happens: events, queues, slots, pinned memory, and a timeline.
//   text      book/10_double_buffering.md          kernels  kernels/10_double_buffering/
//   the ways  chapters/10_double_buffering/stream.cpp
// Run it, then with more work for each byte and with a timeline for ui.perfetto.dev:
//   build/bin/10_double_buffering
//   build/bin/10_double_buffering --size 524288x64 --trace timeline.json
#include "10_double_buffering/double_buffering.hpp"
#include "10_double_buffering/events.hpp"
#include "10_double_buffering/report.hpp"
#include "10_double_buffering/stream_judge.hpp"
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  const wb::Experiment chunk = chapters::rotate_samples();
  const wb::ChapterInfo info{"10_double_buffering",
                             "transfers hidden behind kernels, and the timeline that proves it",
                             {chunk},
                             {},
                             wb::kBudgetSeconds,
                             chapters::stream_exercise()};
  return wb::chapter_main(argc, argv, info, [&](wb::Chapter& chapter) {
    // Every number below is this device's, at these sizes.
    chapter.banner();
    // What the kernel alone allows, before anything runs.
    chapter.predict(chunk);
    // The compute stage by itself: right first, then timed.
    chapter.verify(chunk);
    chapter.measure(chunk);
    chapter.report(chunk);
    // What an event's four times say, and what they do not.
    chapters::measure_events(chapter);
    // The same job in every order of commands, each with its timeline and the checker's verdict.
    chapters::measure_stream(chapter, chapter.size_of(chunk));
    // How much work a byte it takes until transfers cost nothing.
    chapters::measure_balance(chapter, chapter.size_of(chunk));
  });
}
