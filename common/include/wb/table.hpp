// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>

namespace wb {

/// A text table: first column left, the others right, rule under the heading. Cells are UTF-8.
class Table {
 public:
  explicit Table(std::vector<std::string> heading) : heading_(std::move(heading)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Drops columns in which every cell is empty.
  std::string str() const;

 private:
  std::vector<std::string> heading_;
  std::vector<std::vector<std::string>> rows_;
};

/// "12.3", "0.00456", "1234": three significant digits, never an exponent.
std::string three_digits(double value);
/// "4 KiB", "1.5 GiB"
std::string human_bytes(double bytes);

}  // namespace wb
