// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>

#include "wb/chapter.hpp"

namespace chapters {

/// The build option that asks for divisions and roots within half an ulp, and whether a device has
/// it.
inline constexpr const char* kRoundedOption = " -cl-fp32-correctly-rounded-divide-sqrt";
inline constexpr const char* kNoRounding = "the simulator does not offer that build option";
inline constexpr std::size_t kLocal = 64;  ///< work-items in a group, everywhere but in costs
std::string needs_rounding(const wb::DeviceFacts& facts, const wb::Size& size);

/// What an operation costs: chains of one step, n lanes of them. Dimension: n.
wb::Experiment float_costs();
wb::Experiment double_costs();
wb::Experiment int_costs();
/// exp(-x) as a polynomial of degree 7, written in five ways, in the same chains. Dimension: n.
wb::Experiment polynomials();
/// Prints what a step of each measured row costs in float multiply-adds, and adds "cost" to the
/// rows: {"gsteps", "per_cycle", "fmas"}.
void report_costs(wb::Chapter& chapter, const std::vector<const wb::Experiment*>& experiments);

/// Functions of float at n bit patterns spread over all of them. Dimension: n.
wb::Experiment accuracy();
/// Where a double lies among the floats: neighbours are one apart, fractions lie between them.
double ordinal(double value);
inline constexpr double kNotANumber = 0x7fffffff;
/// Distance between the bit patterns when n of them are tried: odd, so that n steps never repeat.
std::uint32_t stride_of(std::size_t n);

/// How far a function's results are from the truth, in units in the last place.
struct UlpCount {
  double worst = 0, sum = 0;
  double worst_absolute = 0;
  float worst_x = 0, worst_y = 0;  ///< the arguments of the worst
  std::uint64_t ordinary = 0;   ///< arguments and result normal numbers: what worst and sum cover
  std::uint64_t no_number = 0;  ///< NaN came out where an ordinary result is due
  std::uint64_t special = 0, special_wrong = 0;      ///< NaN or infinity went in or should come out
  std::uint64_t subnormal = 0, subnormal_wrong = 0;  ///< below 2^-126 went in or should come out
  double mean() const { return ordinary == 0 ? 0 : sum / static_cast<double>(ordinary); }
};
/// Counts for the accuracy experiment's variant of this name, over `count` results from bit pattern
/// `begin` on. Adds to `into`.
void count_ulps(const std::string& variant, std::uint32_t begin, std::uint32_t stride,
                std::span<const std::int32_t> ordinals, UlpCount& into);
/// Runs every variant once more, prints the table, and adds "ulp" to the rows.
void report_accuracy(wb::Chapter& chapter, const wb::Experiment& experiment);

/// Dot products of columns in several formats and accumulators. Dimension: n columns.
wb::Experiment columns();
/// Prints rates and both errors, of the arithmetic and of the storage; adds "storage" to the rows.
void report_columns(wb::Chapter& chapter, const wb::Experiment& experiment);
/// The nearest half to a float (ties to even), as its bits.
std::uint16_t to_half(float value);
float from_half(std::uint16_t bits);

/// What one build of switches.cl computes.
struct SwitchResult {
  std::string options;  ///< "" first
  std::string refused;  ///< why the device did not build it, or ""
  std::vector<float> values;
};
/// Names of the values, in order.
const std::vector<std::string>& switch_names();
std::vector<SwitchResult> try_switches(wb::Session& session);
/// Prints which compiler switch changed what on this device, and adds a row for each.
void report_switches(wb::Chapter& chapter);

/// The exercise: log(1 + exp(x)), within 4 ulp, with one special function and no division.
wb::Experiment softplus_exercise();

}  // namespace chapters
