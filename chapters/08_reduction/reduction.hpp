// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

/// One work-item, one accumulator.
wb::Variant sum_one_item();
/// One compare-and-exchange loop a work-item.
wb::Variant sum_float_atomic();

enum class Tree { kDivergent, kStrided, kSequential, kFirstAdd };
/// A tree in local memory in groups of 256; as many launches as it takes until one sum is left.
wb::Variant sum_tree(Tree tree);
/// A fixed number of groups walks over the array; a second launch adds their sums.
wb::Variant sum_walk();
wb::Variant sum_walk4();
/// The same in one launch: whoever comes last adds up.
wb::Variant sum_last_group();
/// The walk with warp shuffles in place of the tree (inline PTX).
wb::Variant sum_shuffle();
/// Work-groups of one work-item with 8 x 16 accumulators.
wb::Variant sum_cpu_groups();

/// The sum of n floats. Dimension: n.
wb::Experiment sum();
/// The slowest ways beside the fastest, at a size that they can take.
wb::Experiment naive_sum();
/// The shape for a GPU and the shape for a CPU, at a size that no cache holds.
wb::Experiment large_sum();
/// Orders of summation, for their errors: 1, 2 and 64 accumulators, trees, pairwise, compensated.
wb::Experiment sum_orders();
/// The sum of n ints of at most kLargestInt in magnitude. Throws UsageError where it might
/// overflow.
wb::Experiment int_sum();
inline constexpr int kLargestInt = 7;
/// Why the sum of n such ints might not fit an int, or "".
std::string int_refusal(std::size_t n);
/// Least and greatest of n floats, and where they are; of equal ones the first.
wb::Experiment extremes();
/// The exercise: the dot product of two arrays, 4096 elements a work-group.
wb::Experiment dot_exercise();

/// Warps that take part in the steps of one tree of 256, and passes through the banks that one
/// access in each of these steps takes.
struct TreeSteps {
  double warps = 0, passes = 0;
};
TreeSteps tree_steps(Tree tree, const wb::LensModel& model);

}  // namespace chapters
