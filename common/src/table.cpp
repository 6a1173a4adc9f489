// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace wb {
namespace {

std::size_t width(const std::string& text) {  // code points: enough for the signs that we print
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string Table::str() const {
  const std::size_t columns = heading_.size();
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < std::min(columns, row.size()); ++c) {
      widths[c] = std::max(widths[c], width(row[c]));
    }
  }
  std::vector<bool> shown(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    shown[c] = widths[c] > 0 || rows_.empty();
    widths[c] = std::max(widths[c], width(heading_[c]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < columns; ++c) {
      if (!shown[c]) continue;
      const std::string cell = c < cells.size() ? cells[c] : "";
      const std::string pad(widths[c] - width(cell), ' ');
      text += text.empty() ? "" : "  ";
      text += c == 0 ? cell + pad : pad + cell;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::size_t total = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    if (shown[c]) total += widths[c] + (total ? 2 : 0);
  }
  std::string rule;
  for (std::size_t i = 0; i < total; ++i) rule += "─";
  std::string text = line(heading_) + rule + "\n";
  for (const auto& row : rows_) text += line(row);
  return text;
}

std::string three_digits(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";
  // The exponent after rounding to three digits: 9.996 is 10.0, not 10.00.
  const std::string rounded = fmt::format("{:.2e}", value);
  const int magnitude = std::stoi(rounded.substr(rounded.find('e') + 1));
  return fmt::format("{:.{}f}", value, std::clamp(2 - magnitude, 0, 12));
}

std::string human_bytes(double bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, bytes == std::floor(bytes) ? 0 : 1, kUnits[unit]);
}

}  // namespace wb
