// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>
#include "wb/data.hpp"

namespace wb {

/// What an output should be, in double.
struct Expected {
  std::vector<double> value;
  /// The magnitude that rounding errors scale with: for a sum, the sum of magnitudes. Empty:
  /// |value|.
  std::vector<double> scale;
  /// Allowed error over scale; 0 asks for equality. A sum of n products in single precision errs by
  /// at most n roundings of 2^-24 each (Higham, Accuracy and Stability, ch. 3), whatever the order.
  double tolerance = 0;
};

/// The bound for a result that took this many single-precision roundings.
constexpr double roundings(double count) {
  return count * 0x1p-24;
}

struct Fault {
  std::size_t index = 0;
  std::string where;  ///< "C[3][17]"
  double got = 0, expected = 0;
  std::string note;  ///< "never written" where the poison is still there
};

struct Verdict {
  bool ok = true;
  std::string message;  ///< one paragraph: how many, the first five with index, got and expected
  double max_relative_error = 0;  ///< the largest |got - expected| / scale among finite elements
  std::size_t faults = 0;
  std::vector<Fault> first;  ///< at most five
};

/// Whether element i is as it should be, by compare()'s rule; adds to *max_relative_error if given.
bool is_right(const Array& got, std::size_t i, const Expected& expected,
              double* max_relative_error = nullptr);

/// Compares element by element. NaN must meet NaN, an infinity the same infinity, and
/// `!(error <= tolerance * scale)` is a fault, so that a NaN never passes.
Verdict compare(const Array& got, const Expected& expected);

/// "C[3][17]" for flat index i of an array of this shape.
std::string element_name(const Array& array, std::size_t i);

}  // namespace wb
