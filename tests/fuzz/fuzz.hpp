// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

/// One input. libFuzzer calls it, or replay.cpp. What it does not catch is a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

/// A property that every input must have: ends the process where one has not.
inline void require(bool holds, const char* property, const std::string& seen = "") {
  if (holds) return;
  std::fprintf(stderr, "fuzz: this does not hold: %s\n%s\n", property, seen.c_str());
  std::abort();
}

/// The input as text.
inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string() : std::string(reinterpret_cast<const char*>(data), size);
}

/// An input of several texts: lines "%%%%" stand between them. Always `count` parts; what lacks is
/// empty.
inline std::vector<std::string> parts_of(std::string_view text, std::size_t count) {
  constexpr std::string_view kBetween = "\n%%%%\n";
  std::vector<std::string> parts;
  while (parts.size() + 1 < count) {
    const std::size_t at = text.find(kBetween);
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + kBetween.size());
  }
  parts.emplace_back(text);
  return parts;
}

}  // namespace fuzz
