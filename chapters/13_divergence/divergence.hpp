// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// How even and odd elements, which take different formulas, are shared out.
enum class Parity { kBranch, kBoth, kTwoKernels, kGroups, kHalves };
wb::Variant parity_variant(Parity way, std::size_t steps);

/// Even elements take one formula of 256 multiply-adds, odd ones another. Dimension: n.
wb::Experiment parity();
/// The branch and the regrouped kernel with bodies of 1 to 64 multiply-adds.
wb::Experiment short_bodies();
/// A warp that goes 1 to 32 ways.
wb::Experiment ways();
/// A choice that is cheap on both sides: if, ?:, select.
wb::Experiment light();
/// The same by arithmetic, which is right for finite numbers only.
wb::Experiment blends();
/// What select and ?: choose by: every rule a number.
wb::Experiment select_rules();
/// A window along a row whose length and border are arguments, or built in.
wb::Experiment specialised();
/// The exercise: four channels, interleaved, each with its own curve.
wb::Experiment channels_exercise();

/// Medians of side x side pixels, by sorting, selecting and networks. Dimensions: rows, columns.
wb::Experiment medians(std::size_t side);
/// The edge of a picture: clamp everywhere, branch, or a kernel of its own.
wb::Experiment edges();

}  // namespace chapters
