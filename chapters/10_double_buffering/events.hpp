// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

/// A kernel's four times on an idle queue and behind a gate, a callback, a marker, a barrier, a
/// user event and a flush, each in a few lines and each checked. Adds rows "event".
void measure_events(wb::Chapter& chapter);

}  // namespace chapters
