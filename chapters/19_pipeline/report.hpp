// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

/// Runs frames of {height, width} through the pipeline every way: verified, then timed in turns.
/// Adds rows "frame" (each way, with frames per second, host time and some timelines), "stage"
/// (each kernel alone) and "graph" (the graph, and the least time that it allows), and prints them.
void measure_schedules(wb::Chapter& chapter, const wb::Size& size);

/// Blocking against out of order, from small pictures to large ones. Adds rows "by size".
void measure_sizes(wb::Chapter& chapter, const wb::Size& size);

}  // namespace chapters
