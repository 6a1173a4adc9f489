// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

/// What it costs to get memory: rows "cost", a buffer made, used and released, a sub-buffer, a
/// block.
void measure_costs(wb::Chapter& chapter, std::size_t samples);

/// Child processes that make, use and release sub-buffers, apart and overlapping: rows "parts",
/// with how many programs ran and how many of them ended well.
void measure_parts(wb::Chapter& chapter);

/// The plan for a frame of this many samples on this device, printed; row "plan".
void show_plan(wb::Chapter& chapter, std::size_t samples);

/// The same frames every way: verified, then timed in turns. Rows "ways", with `resources` and, for
/// pool and plan, a timeline.
void measure_ways(wb::Chapter& chapter, std::size_t samples);

/// Pool and plan with more and more threads: rows "threads".
void measure_threads(wb::Chapter& chapter, std::size_t samples);

}  // namespace chapters
