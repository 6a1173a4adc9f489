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

/// The job's number of chunks on this device.
std::size_t stream_chunks(const wb::DeviceFacts& facts);

}  // namespace chapters
