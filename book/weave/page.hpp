// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"

namespace weave {

/// What a line of a page is. Only prose is checked for numbers, links and headings.
enum class LineKind { kProse, kFence, kComment, kWoven };

/// A comment that starts a line and asks for something: `<!-- KIND arguments -->`. It may span
/// lines.
struct Marker {
  std::string kind;       ///< snippet, wrong, output, table, figure, let, omits, by, note
  std::string arguments;  ///< all that follows the kind, trimmed
  int line = 0;           ///< where it starts, from 1
  /// The woven block that follows, as indices into Page::lines: [begin, end). Empty before the
  /// first weaving.
  std::size_t begin = 0, end = 0;
};

/// A number in prose: `<!-- v EXPRESSION FORMAT -->5.6`.
struct Value {
  std::size_t line = 0;            ///< index into Page::lines
  std::size_t begin = 0, end = 0;  ///< columns of the number (or of the `?` that stands for it)
  std::string arguments;
};

/// One Markdown page, taken apart.
struct Page {
  std::string path;  ///< relative to the root
  std::vector<std::string> lines;
  std::vector<LineKind> kinds;  ///< one a line
  std::vector<Marker> markers;  ///< top to bottom
  std::vector<Value> values;    ///< top to bottom, left to right
  Problems problems;            ///< malformed markers, unclosed fences and comments
};

/// Never fails: what it cannot read it leaves as it is and reports in `problems`.
Page scan_page(const std::string& path, std::string_view text);

/// `line` with code spans, and if asked comments, replaced by spaces of the same length.
std::string blank_code_spans(std::string_view line);
std::string blank_comments(std::string_view line);

/// The arguments of a marker: words, and key=value pairs whose value may stand in double quotes.
struct Arguments {
  std::vector<std::string> words;
  std::map<std::string, std::string> named;
  /// Value of a key, or `fallback`.
  std::string get(const std::string& key, const std::string& fallback = "") const;
};

/// Throws Failure for a repeated or unknown key (the message lists `keys`) and an open quote.
Arguments parse_arguments(std::string_view text, const std::vector<std::string>& keys);

}  // namespace weave
