// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>

#include "table.hpp"

namespace weave {

/// A statement that circulates, and what this book measures of it. From book/folklore.json.
struct Claim {
  std::string statement;     ///< in our words
  std::string value;         ///< an expression as in prose, with `here` for the device
  std::string unit;          ///< printed after the value: "x", "%"
  double least = 0;          ///< the statement holds from here
  double most = 0;           ///< to here
  std::string page;          ///< the chapter that explains it: "book/04_gemm_tiled.md"
  std::string command;       ///< what reproduces it
  std::string not_testable;  ///< why there is no value, as its verdict says it; or ""
};

/// What a device says about a claim.
struct Finding {
  bool measured = false;
  double value = 0;
  std::string text;  ///< "5.5x: holds", "0.94x: false, less", or why there is no value
  bool holds = false;
};

/// Throws Failure "book/folklore.json: ..." for a malformed file: every claim must say all of the
/// above, and nothing else.
std::vector<Claim> read_claims(const Tree& tree);

/// Evaluates a claim on one recorded device.
Finding judge(const Claim& claim, Results& results, const std::string& device);

/// "holds", "holds on H200 only", "false", "not measured yet", or why it cannot be.
std::string verdict(const Claim& claim, const std::vector<std::string>& labels,
                    const std::vector<Finding>& findings);

/// The table that a `folklore devices=a,b` marker asks for. Throws Failure.
std::vector<std::string> make_folklore(const Context& context, const std::string& arguments);

/// Chapters whose results a claim's value names: "04_gemm_tiled".
std::vector<std::string> stems_of(const std::vector<Claim>& claims);

}  // namespace weave
