// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

/// Runs the streaming job every way at {samples, work} a chunk: verified, then timed in turns. Adds
/// rows "stage" (each stage alone) and "stream" (each way, with its overlap and its timeline), and
/// prints both with what the overlap checker says of each way.
void measure_stream(wb::Chapter& chapter, const wb::Size& chunk);

/// Predicts from the stages' rates how much work a byte balances its transfer, then runs the job
/// with less and more of it. Adds rows "balance".
void measure_balance(wb::Chapter& chapter, const wb::Size& chunk);

/// How many chunks of this many samples the job has on this device: fewer where memory
/// is short, 0 where it does not hold three.
std::size_t stream_chunks(const wb::DeviceFacts& facts, std::size_t samples);

}  // namespace chapters
