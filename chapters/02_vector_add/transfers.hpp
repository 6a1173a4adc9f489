// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

/// Every way to bring n floats to the device and back: buffer flags, blocking and not, copied and
/// mapped. Each is checked to have delivered the data, timed by the host's clock until the data is
/// usable at the other end, and added to the document under "transfer".
void measure_transfers(wb::Chapter& chapter, std::size_t n);

/// Prints the shares of upload, kernel and download in the total, from the rows measured before.
void report_shares(wb::Chapter& chapter);

/// Prints the adding kernels' rates over the copy's with the same kind of store, both measured in
/// turns.
void report_of_copy(wb::Chapter& chapter);

}  // namespace chapters
