// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace weave {
namespace {

constexpr std::array kBlockMarkers = {"snippet", "wrong", "output", "table", "figure", "folklore"};
constexpr std::array kOtherMarkers = {
    "let", "omits", "by", "note", "SPDX-License-Identifier:", "SPDX-FileCopyrightText:"};
constexpr std::size_t kLongestMarker = 40;  // lines

template <typename Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Length of the run of ` or ~ that opens a fence; 0: no fence.
std::size_t fence_length(std::string_view line) {
  line = trim(line);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return 0;
  const auto end = std::min(line.find_first_not_of(line[0]), line.size());
  if (end < 3 || (line[0] == '`' && line.find('`', end) != kNone)) return 0;
  return end;
}

bool closes_fence(std::string_view line, char mark, std::size_t length) {
  line = trim(line);
  return line.size() >= length && line.find_first_not_of(mark) == kNone;
}

bool is_italic_line(std::string_view line) {
  line = trim(line);
  return line.size() > 2 && line.front() == '*' && line[1] != '*' && line[1] != ' ' &&
         line.back() == '*';
}

class Scanner {
 public:
  Scanner(const std::string& path, std::string_view text) {
    page_.path = path;
    page_.lines = split_lines(text);
    page_.kinds.assign(page_.lines.size(), LineKind::kProse);
  }

  Page run() {
    std::size_t i = 0;
    while (i < size()) {
      if (fence_length(at(i)) > 0) {
        const std::size_t end = fence_end(i);
        if (end == kNone) {
          fault(i, "this code fence is never closed");
          mark(i, size(), LineKind::kFence);
          break;
        }
        mark(i, end, LineKind::kFence);
        i = end;
      } else if (trim(at(i)).starts_with("<!--")) {
        i = comment(i);
      } else {
        inline_comments(i, 0);
        ++i;
      }
    }
    return std::move(page_);
  }

 private:
  std::size_t size() const { return page_.lines.size(); }
  const std::string& at(std::size_t i) const { return page_.lines[i]; }
  bool blank(std::size_t i) const { return trim(at(i)).empty(); }
  void fault(std::size_t i, std::string message) {
    page_.problems.push_back({page_.path, static_cast<int>(i) + 1, std::move(message)});
  }
  void mark(std::size_t begin, std::size_t end, LineKind kind) {
    std::fill(page_.kinds.begin() + static_cast<std::ptrdiff_t>(begin),
              page_.kinds.begin() + static_cast<std::ptrdiff_t>(end), kind);
  }

  /// Index behind the fence that opens at i; kNone if it never closes.
  std::size_t fence_end(std::size_t i) const {
    const char c = trim(at(i))[0];
    const std::size_t length = fence_length(at(i));
    for (std::size_t k = i + 1; k < size(); ++k) {
      if (closes_fence(at(k), c, length)) return k + 1;
    }
    return kNone;
  }

  std::size_t skip_blank(std::size_t i) const {
    while (i < size() && blank(i)) ++i;
    return i;
  }

  /// Reads the comment that starts line i; gives the index of the first line behind it all.
  std::size_t comment(std::size_t i) {
    std::size_t last = i;
    while (last < size() && last < i + kLongestMarker && at(last).find("-->") == kNone) ++last;
    if (last == size() || last == i + kLongestMarker) {
      fault(i, fmt::format("this comment does not close within {} lines: add -->", kLongestMarker));
      page_.kinds[i] = LineKind::kComment;
      return i + 1;
    }
    std::string inside;
    for (std::size_t k = i; k <= last; ++k) inside += at(k) + '\n';
    const std::size_t open = inside.find("<!--");
    const std::size_t close = inside.find("-->", open + 4);
    if (close == kNone) {  // "<!-->": the two overlap
      fault(i, "this comment is malformed: write <!-- words -->");
      page_.kinds[i] = LineKind::kComment;
      return i + 1;
    }
    const std::string_view rest = trim(std::string_view(inside).substr(close + 3));
    const std::string_view words =
        trim(std::string_view(inside).substr(open + 4, close - open - 4));
    const auto space = std::min(words.find_first_of(" \t\r\n:"), words.size());
    std::string kind{words.substr(0, space)};
    std::string arguments{trim(words.substr(space))};
    if (words.starts_with("SPDX-")) kind = "note";
    if (!rest.empty() || kind == "v") {
      fault(i, "a line that begins with a comment is raw HTML to Markdown: move a word before it");
      inline_comments(last, last == i ? 0 : at(last).find("-->") + 3);
      return last + 1;
    }
    mark(i, last + 1, LineKind::kComment);
    Marker marker{kind, arguments, static_cast<int>(i) + 1, last + 1, last + 1};
    if (contains(kBlockMarkers, kind)) {
      if (at(i)[0] != '<') {
        fault(i, fmt::format("a {} marker stands at the very start of its line", kind));
        return last + 1;
      }
      if (!find_block(marker)) return last + 1;
      mark(marker.begin, marker.end, LineKind::kWoven);
    } else if (!contains(kOtherMarkers, kind)) {
      fault(i, fmt::format("unknown marker '{}': it is one of {}, let, omits, by hand, v; a plain "
                           "comment begins with note",
                           kind, fmt::join(kBlockMarkers, ", ")));
      return last + 1;
    }
    const std::size_t next = marker.end;
    page_.markers.push_back(std::move(marker));
    return next;
  }

  /// Finds the woven lines behind a marker. False if a fence there never closes.
  bool find_block(Marker& marker) {
    std::size_t k = skip_blank(marker.begin);
    if (k == size()) return true;
    if (marker.kind == "table" || marker.kind == "figure" || marker.kind == "folklore") {
      const std::string_view first = marker.kind == "figure" ? "![" : "|";
      std::size_t end = k;
      while (end < size() && trim(at(end)).starts_with(first)) {
        ++end;
        if (marker.kind == "figure") break;
      }
      if (end == k) return true;
      k = skip_blank(end);
      if (k < size() && is_italic_line(at(k)) && trim(at(k)).starts_with("*Recorded ")) end = k + 1;
      marker.end = end;
      return true;
    }
    if (marker.kind == "wrong" && trim(at(k)).starts_with("**Wrong on purpose")) {
      marker.end = k + 1;
      k = skip_blank(k + 1);
    }
    if (k == size() || fence_length(at(k)) == 0) return true;
    const std::size_t end = fence_end(k);
    if (end == kNone) {
      fault(k, "this code fence is never closed");
      return false;
    }
    marker.end = end < size() && is_italic_line(at(end)) ? end + 1 : end;
    return true;
  }

  /// Reads the comments inside a line of prose, from column `from`.
  void inline_comments(std::size_t i, std::size_t from) {
    const std::string line = blank_code_spans(at(i));
    for (std::size_t open = line.find("<!--", from); open != kNone;
         open = line.find("<!--", from)) {
      const std::size_t close = line.find("-->", open + 4);
      if (close == kNone) {
        fault(i, "a comment inside a line has to end on it");
        return;
      }
      from = close + 3;
      // Words come from the line itself: the blanked copy has lost what stood in backticks.
      const std::string_view words =
          trim(std::string_view(at(i)).substr(open + 4, close - open - 4));
      if (words.find("--") != kNone) {
        fault(i, "-- inside a comment ends it for some renderers: take it out");
      }
      const auto kind = words.substr(0, std::min(words.find_first_of(" \t:"), words.size()));
      if (kind == "v") {
        value(i, open, from, trim(words.substr(1)));
      } else if (kind != "by" && kind != "note") {
        fault(i, fmt::format("unknown comment '{}' inside a line: v, by hand and note are known",
                             kind));
      }
    }
  }

  void value(std::size_t i, std::size_t open, std::size_t from, std::string_view arguments) {
    const std::string& line = at(i);
    // A list item or quotation that begins with a comment is raw HTML, too.
    if (line.substr(0, open).find_first_not_of(" \t>-+*0123456789.)") == kNone) {
      fault(i, "a line that begins with a comment is raw HTML to Markdown: move a word before it");
    }
    std::size_t end = from;
    if (end < line.size() && line[end] == '?') {
      ++end;
    } else {
      const auto digits = [&](std::size_t at_most) {
        const std::size_t begin = end;
        while (end < line.size() && is_digit(line[end]) && end - begin < at_most) ++end;
        return end - begin;
      };
      const bool minus = end + 1 < line.size() && line[end] == '-' && is_digit(line[end + 1]);
      if (minus) ++end;
      digits(kNone);
      const auto group = [&] {
        if (end + 3 >= line.size() || line[end] != ',') return false;
        return is_digit(line[end + 1]) && is_digit(line[end + 2]) && is_digit(line[end + 3]);
      };
      while (end > from && group()) end += 4;
      if (end > from && end + 1 < line.size() && line[end] == '.' && is_digit(line[end + 1])) {
        ++end;
        digits(kNone);
      }
      if (end > from && end + 2 < line.size() && line[end] == 'e' &&
          (line[end + 1] == '-' || line[end + 1] == '+') && is_digit(line[end + 2])) {
        end += 2;
        digits(kNone);
      }
    }
    if (end < line.size() &&
        (is_digit(line[end]) || (end + 1 < line.size() && is_digit(line[end + 1]) &&
                                 (line[end] == '.' || line[end] == ',')))) {
      fault(i, "digits follow a woven number: put a word between them");
      return;
    }
    page_.values.push_back({i, from, end, std::string(arguments)});
  }

  Page page_;
};

}  // namespace

Page scan_page(const std::string& path, std::string_view text) {
  return Scanner(path, text).run();
}

std::string blank_code_spans(std::string_view line) {
  std::string out(line);
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] != '`') {
      ++i;
      continue;
    }
    const std::size_t run = std::min(line.find_first_not_of('`', i), line.size()) - i;
    std::size_t close = i + run;
    std::size_t length = 0;
    while (close < line.size()) {  // the next run of the same length closes
      close = line.find('`', close);
      if (close == kNone) break;
      length = std::min(line.find_first_not_of('`', close), line.size()) - close;
      if (length == run) break;
      close += length;
    }
    if (close == kNone || close >= line.size()) {
      i += run;
      continue;
    }
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(i),
              out.begin() + static_cast<std::ptrdiff_t>(close + run), ' ');
    i = close + run;
  }
  return out;
}

std::string blank_comments(std::string_view line) {
  std::string out(line);
  for (std::size_t open = out.find("<!--"); open != kNone; open = out.find("<!--", open)) {
    const std::size_t close = out.find("-->", open + 4);
    const std::size_t end = close == kNone ? out.size() : close + 3;
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(open),
              out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return out;
}

std::string Arguments::get(const std::string& key, const std::string& fallback) const {
  const auto found = named.find(key);
  return found == named.end() ? fallback : found->second;
}

Arguments parse_arguments(std::string_view text, const std::vector<std::string>& keys) {
  Arguments arguments;
  std::size_t i = 0;
  while ((i = text.find_first_not_of(" \t\r\n", i)) != kNone) {
    std::string word, key;
    bool quoted = false, has_key = false;
    for (; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '"') quoted = !quoted;
      if (!quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) break;
      if (c == '=' && !quoted && !has_key && !word.empty()) {
        has_key = true;
        key = std::move(word);
        word.clear();
        continue;
      }
      word += c == '\n' ? ' ' : c;
    }
    if (quoted) throw Failure("a double quote is never closed");
    if (!has_key) {
      arguments.words.push_back(std::move(word));
      continue;
    }
    // key="a b" drops its quotes; key=a,"b c" keeps them for split_list.
    if (word.size() > 1 && word.front() == '"' && word.back() == '"' &&
        std::count(word.begin(), word.end(), '"') == 2) {
      word = word.substr(1, word.size() - 2);
    }
    if (!contains(keys, key)) {
      throw Failure(fmt::format("unknown key '{}='; known: {}", key, fmt::join(keys, ", ")));
    }
    if (!arguments.named.emplace(key, std::move(word)).second) {
      throw Failure(fmt::format("key '{}=' is given twice", key));
    }
  }
  return arguments;
}

}  // namespace weave
