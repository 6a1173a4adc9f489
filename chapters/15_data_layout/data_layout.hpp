// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/chapter.hpp"

namespace chapters {

inline constexpr std::size_t kGroup = 256;  ///< work-items in a group of every kernel here

/// The fields of a particle that a step touches.
enum Hot { kX, kY, kZ, kVx, kVy, kVz, kAge };
constexpr std::size_t kHotFields = 7;
constexpr std::size_t kFields = 16;  ///< words of a particle, touched or not

/// Where a field lies: the index in `state` of hot field `field` of a particle, of `slots`.
using Place =
    std::function<std::size_t(std::size_t particle, std::size_t field, std::size_t slots)>;

/// One step of particles under gravity between walls, in an array of 16 floats a particle that each
/// variant reads in a layout of its own. The number of particles is rounded up to a multiple of 32.
wb::Experiment particles();
/// Copies of as many bytes as a step must move, and passes over them in place; measured in turns
/// with it.
wb::Experiment layout_copy();
wb::Experiment layout_in_place();
/// Prints what share of each copy the particles reached in this run.
void report_of_layout_copy(wb::Chapter& chapter);

/// Sums of 16 floats: every element once, neighbours a stride apart; and a gather.
wb::Experiment layout_strides();
/// Copies of floats whose source begins some bytes after a sector does.
wb::Experiment layout_shifts();
/// The negative of a picture: one, four or sixteen bytes a work-item, aligned and not.
wb::Experiment layout_bytes();
/// x/2 + 1/4 on halves in memory, and the same on floats.
wb::Experiment layout_halves();
wb::Experiment layout_floats();
/// Squared lengths of three-vectors: float3, packed, three arrays.
wb::Experiment layout_triples();
/// One step of n bodies that all pull each other.
wb::Experiment bodies();

/// The exercise: an array of structures of eight floats into blocks of 32, whole sectors both ways.
wb::Experiment layout_exercise();

/// Why a device cannot run work-groups of 256, or "".
std::string needs_256(const wb::DeviceFacts& facts, const wb::Size& size);

}  // namespace chapters
