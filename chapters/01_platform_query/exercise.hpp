// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What exercise.cpp is given and what it returns. Change nothing here: the judges have their own
// copy.
#pragma once
#include <cstddef>
#include <cstdint>

namespace exercise {

// <limits>
/// What the queries say. Sizes of dimensions x and y; bytes of memory.
struct Limits {
  std::size_t max_work_group_size;     ///< CL_DEVICE_MAX_WORK_GROUP_SIZE
  std::size_t max_work_item_sizes[2];  ///< CL_DEVICE_MAX_WORK_ITEM_SIZES, of x and y
  std::uint64_t local_memory;          ///< CL_DEVICE_LOCAL_MEM_SIZE
  std::size_t kernel_work_group_size;  ///< CL_KERNEL_WORK_GROUP_SIZE: this kernel's own limit
  std::size_t preferred_multiple;      ///< CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
  std::uint64_t
      kernel_local_memory;  ///< CL_KERNEL_LOCAL_MEM_SIZE: what the kernel takes in any case
};

/// What is to be computed: one work-item an element, and for each work-item of a group so many
/// bytes of local memory more.
struct Grid {
  std::uint64_t width, height;
  std::uint64_t local_memory_per_item;
};

/// The launch. If there is no legal one, `possible` is false and the rest does not matter.
struct Launch {
  bool possible;
  std::size_t local[2];
  std::uint64_t global[2];
  std::uint64_t groups;  ///< of both dimensions together
};
// </limits>

extern "C" Launch choose_launch(const Limits& limits, const Grid& grid);

}  // namespace exercise
