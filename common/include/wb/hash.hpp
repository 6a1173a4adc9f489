// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace wb {

/// Kernel text without comments, blank lines and indentation: what a recorded result depends on.
inline std::string code_only(std::string_view text) {
  std::string code, line;
  const auto flush = [&] {
    const auto first = line.find_first_not_of(" \t\r");
    if (first != std::string::npos) {
      code += line.substr(first, line.find_last_not_of(" \t\r") - first + 1) + "\n";
    }
    line.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i, 2);
    if (rest == "//") {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (rest == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 1;
    } else if (text[i] == '\n') {
      flush();
    } else {
      line += text[i];
    }
  }
  flush();
  return code;
}

/// FNV-1a over a kernel's code and its build options, 16 hex digits. A comment does not age a
/// result.
inline std::string source_hash(std::string_view text, std::string_view options) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : code_only(text) + "\n" + std::string(options)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += "0123456789abcdef"[(hash >> shift) & 15];
  return hex;
}

}  // namespace wb
