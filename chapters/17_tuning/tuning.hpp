// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "wb/chapter.hpp"
#include "wb/tuner.hpp"

namespace chapters {

/// How many steps it takes to cover n.
constexpr std::size_t parts(std::size_t n, std::size_t step) {
  return (n + step - 1) / step;
}

/// 256 weighted sums of one input, 1 to 256 of them a work-item. Dimensions: n, depth.
wb::Experiment outputs();
/// 128 sums a work-item, and what the compiler is told of the work-group. Dimensions: n, depth.
wb::Experiment group_sizes();
/// A maximum over the last 16 values, kept in a private array. Dimensions: rows, n.
wb::Experiment windows();
/// A polynomial of degree 255, unrolled or not. Dimension: n.
wb::Experiment unrolling();
/// Prints what the compiler and the runtime say of each variant's kernel; adds "limits" to the
/// rows, and "registers" where the build log names them.
void report_registers(wb::Chapter& chapter, const std::vector<const wb::Experiment*>& experiments);
/// Warps that a compute unit of an NVIDIA GPU can hold at once; 0 where the chip is not known.
unsigned resident_warps(unsigned capability, unsigned registers, unsigned group_items);

/// A 5 x 5 filter at each vector width and group size. Dimensions: rows, columns.
wb::Experiment filter_map();
/// Prints the map, and the group sizes that the driver chose where it was left to choose.
void report_map(wb::Chapter& chapter, const wb::Experiment& experiment);

// Four operators of earlier chapters and the ways to compute them. With a device's facts, its space
// leaves out what this device cannot run whatever the parameters are.
wb::Tunable tunable_gemm(const wb::DeviceFacts* facts = nullptr);
wb::Tunable tunable_transpose(const wb::DeviceFacts* facts = nullptr);
wb::Tunable tunable_sum(const wb::DeviceFacts* facts = nullptr);
wb::Tunable tunable_convolution(const wb::DeviceFacts* facts = nullptr);
std::vector<wb::Tunable> tunables(const wb::DeviceFacts* facts = nullptr);
/// What those chapters chose by hand, to be timed beside the tuner's choice.
std::vector<wb::Variant> hand_set(const std::string& operator_name);

/// The best configuration that a search found on one device.
struct Tuned {
  std::string label;         ///< "pocl", "H200"
  std::string device;        ///< as its driver names it
  nlohmann::json operators;  ///< operator -> {"config", "size", and what the search did}
};
/// What is in kernels/17_tuning/tuned.json, or in the file that $WB_TUNED names; the search writes
/// it.
std::vector<Tuned> read_tuned();
std::vector<Tuned> read_tuned(const std::string& file);
std::string tuned_file();
/// Replaces or adds one device's results; the file is written beside and renamed.
void write_tuned(const Tuned& tuned);

/// Each operator: the variants set by hand and every device's tuned one, in turns.
std::vector<wb::Experiment> tuned_operators();
/// Prints the matrix "tuned on X, run here"; adds "tuned" to the rows.
void report_tuned(wb::Chapter& chapter, const std::vector<wb::Experiment>& experiments);

/// The exercise: the largest of nine rows, several outputs a work-item.
wb::Experiment dilation_exercise();

}  // namespace chapters
