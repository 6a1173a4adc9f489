// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <array>
#include <span>

#include "wb/experiment.hpp"
#include "wb/memory_plan.hpp"

namespace chapters {

inline constexpr std::size_t kFrameGroup = 128;  ///< work-items in a work-group

// <graph>
/// The temporaries of a frame, and its two ends. A signal of n samples comes in; H and S halves and
/// quarters of it, smoothed; G grown again; D what lies between two versions.
enum Signal : int { kIn = -1, A, H1, S1, H2, S2, G1, D1, G0, D0, E, F, kTemporaries, kResult };
enum class Kernel { kSmooth, kShrink, kGrow, kCombine };

/// One kernel of the frame: what it reads and what it writes.
struct Step {
  Kernel kernel;
  Signal a, b, out;  ///< b is read by kCombine only, else it is a
};

/// The twelve steps in the order in which they run.
inline constexpr std::array<Step, 12> kSteps = {{
    {Kernel::kSmooth, kIn, kIn, A},
    {Kernel::kShrink, A, A, H1},
    {Kernel::kSmooth, H1, H1, S1},
    {Kernel::kShrink, S1, S1, H2},
    {Kernel::kSmooth, H2, H2, S2},
    {Kernel::kGrow, S2, S2, G1},
    {Kernel::kCombine, S1, G1, D1},
    {Kernel::kGrow, D1, D1, G0},
    {Kernel::kCombine, A, G0, D0},
    {Kernel::kSmooth, D0, D0, E},
    {Kernel::kCombine, D0, E, F},
    {Kernel::kShrink, F, F, kResult},
}};
// </graph>

/// Samples of a signal, for a frame of n.
std::size_t samples_of(Signal signal, std::size_t n);
std::size_t bytes_of(Signal signal, std::size_t n);

/// From the graph: when each temporary begins and ends, and how large it is.
std::vector<wb::Lifetime> lifetimes_of(std::size_t n);

/// What frame number `frame` adds to its samples; so no two frames have the same result.
cl_uint lift_of(std::size_t frame);

/// The launch of one step. `first` is where a frame's result begins; buffers are named by signal.
wb::Launch launch_of(const Step& step, std::size_t n, cl_uint lift, std::size_t first);

/// A frame on the host.
std::vector<cl_uint> frame_on_host(std::span<const cl_uint> in, cl_uint lift);

/// All twelve steps as one experiment {samples}, each temporary a buffer of its own.
wb::Experiment frame_experiment();

}  // namespace chapters
