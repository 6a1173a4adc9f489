// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace wb {

/// `source` without // and /* */ comments, blank lines and the white space at both ends of a line:
/// what remains when everything that cannot change a measurement is taken away.
inline std::string code_only(std::string_view source) {
  std::string out, line;
  const auto end_line = [&] {
    const auto first = line.find_first_not_of(" \t\r\f\v");
    if (first != std::string::npos) {
      const auto last = line.find_last_not_of(" \t\r\f\v");
      out += line.substr(first, last - first + 1) + '\n';
    }
    line.clear();
  };
  const std::size_t n = source.size();
  char quote = 0;  // the quote that opened the literal we are in, else 0
  for (std::size_t i = 0; i < n; ++i) {
    const char c = source[i];
    const char next = i + 1 < n ? source[i + 1] : '\0';
    if (quote == 0 && c == '/' && next == '/') {
      while (i + 1 < n && source[i + 1] != '\n') ++i;
    } else if (quote == 0 && c == '/' && next == '*') {
      const auto close = source.find("*/", i + 2);
      i = close == std::string_view::npos ? n : close + 1;
      line += ' ';  // a comment separates words
    } else if (c == '\n') {
      quote = 0;
      end_line();
    } else {
      if (quote != 0 && c == '\\' && next != '\0' && next != '\n') {
        line += c;
        line += next;
        ++i;
        continue;
      }
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      line += c;
    }
  }
  end_line();
  return out;
}

/// 16 hexadecimal digits (FNV-1a, 64 bits) of a kernel's code and its build options. It names what
/// was measured: a comment or an indent does not change it, an option or a token does.
inline std::string source_hash(std::string_view source, std::string_view options) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](std::string_view text) {
    for (const char c : text) {
      hash ^= static_cast<unsigned char>(c);
      hash *= 0x100000001b3u;
    }
  };
  add(code_only(source));
  add(std::string_view("\0", 1));  // "ab" + "c" is not "a" + "bc"
  add(options);
  std::string digits(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

}  // namespace wb
