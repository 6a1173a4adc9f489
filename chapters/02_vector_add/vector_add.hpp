// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// c[i] = a[i] + b[i] over n floats, any n of at least 1: 12 n bytes, n flops that nobody waits
/// for. Variants "guarded" (the baseline), "unguarded", "float4", "float16 streaming".
wb::Experiment vector_add();

/// The yardstick: out[i] = in[i], 8 n bytes, with plain and with streaming stores.
wb::Experiment vector_copy();

/// Each work-item of a 2D range writes its group id, its local id and group id x local size + local
/// id, for both dimensions; sizes are {height, width}.
wb::Experiment work_item_ids();

/// The exercise: z[i] *= w[i] for n complex numbers, in place, with 1024 work-items whatever n is.
wb::Experiment complex_product_exercise();

}  // namespace chapters
