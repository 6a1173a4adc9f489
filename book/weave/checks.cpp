// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

namespace weave {
namespace {

/// Letters, and all bytes of characters beyond ASCII.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

struct Heading {
  int level = 0;
  std::string text;
  int line = 0;
};

std::vector<Heading> headings_of(const Page& page) {
  std::vector<Heading> found;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (page.kinds[i] != LineKind::kProse || !page.lines[i].starts_with("#")) continue;
    const std::string_view line = page.lines[i];
    const auto level = std::min(line.find_first_not_of('#'), line.size());
    if (level > 6 || (level < line.size() && line[level] != ' ' && line[level] != '\t')) continue;
    std::string text = blank_comments(line.substr(level));
    std::string_view trimmed = trim(text);
    if (const auto last = trimmed.find_last_not_of('#');
        last != kNone && last + 1 < trimmed.size() && trimmed[last] == ' ') {
      trimmed = trim(trimmed.substr(0, last));
    }
    found.push_back({static_cast<int>(level), std::string(trimmed), static_cast<int>(i) + 1});
  }
  return found;
}

/// As code hosts make anchors: small letters, punctuation dropped, spaces to hyphens.
std::string slug(std::string_view heading) {
  std::string out;
  for (const char c : heading) {
    if (is_letter(c) || is_digit(c) || c == '-' || c == '_') {
      const bool upper = c >= 'A' && c <= 'Z';
      out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (c == ' ') {
      out += '-';
    }
  }
  return out;
}

// --- numbers in prose -------------------------------------------------------------------------

constexpr std::array kUnits = {
    "FLOP/s",       "KFLOP/s",      "MFLOP/s",     "GFLOP/s", "TFLOP/s", "PFLOP/s", "FLOPS",
    "GFLOPS",       "TFLOPS",       "flop/s",      "Gflop/s", "Tflop/s", "B/s",     "KB/s",
    "kB/s",         "MB/s",         "GB/s",        "TB/s",    "KiB/s",   "MiB/s",   "GiB/s",
    "TiB/s",        "GBps",         "ms",          "us",      "µs",      "μs",      "ns",
    "milliseconds", "microseconds", "nanoseconds", "fps",     "GOP/s",   "TOP/s",   "Gop/s"};
constexpr std::array kComparisons = {"faster", "slower",  "more",  "less",   "fewer",
                                     "as",     "higher",  "lower", "longer", "better",
                                     "worse",  "quicker", "the",   "what"};
constexpr std::array kShares = {
    "faster",  "slower",   "roof",     "peak",       "bandwidth", "ceiling", "speed", "copy",
    "time",    "of what",  "gain",     "throughput", "utilis",    "utiliz",  "less",  "more",
    "overlap", "overhead", "efficien", "cuBLAS",     "CLBlast",   "OpenBLAS"};

/// The word that starts at `at`: letters and slashes.
std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_letter(text[end]) || text[end] == '/')) ++end;
  return text.substr(at, end - at);
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  for (;;) {
    if (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t')) {
      ++at;
    } else if (text.substr(at, 2) == "\u00a0") {
      at += 2;
    } else if (text.substr(at, 3) == "\u202f") {
      at += 3;
    } else if (text.substr(at, 6) == "&nbsp;") {
      at += 6;
    } else {
      return at;
    }
  }
}

bool is_comparison(std::string_view word) {
  return std::find(kComparisons.begin(), kComparisons.end(), word) != kComparisons.end();
}

/// True if what follows a number makes it a measurement; `unit` becomes what it is.
bool reads_as_measured(std::string_view text, std::size_t begin, std::size_t end,
                       std::string& unit) {
  const std::size_t next = skip_space(text, end);
  const std::string_view word = word_at(text, next);
  if (std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end()) {
    unit = word;
    return true;
  }
  const std::string_view number = text.substr(begin, end - begin);
  const bool has_point = number.find('.') != kNone;
  const bool cross = text.substr(next).starts_with("×");
  if (cross || word == "x") {
    const std::size_t behind = next + (cross ? 2 : 1);
    const std::size_t then = skip_space(text, behind);
    if (then < text.size() && is_digit(text[then])) return false;  // 16 x 16, 16x16
    if (behind < text.size() && is_letter(text[behind])) return false;
    unit = "x";
    return true;
  }
  if (word == "times" || word == "fold" || text.substr(next).starts_with("-fold")) {
    unit = word == "times" ? "times" : "fold";
    const std::size_t then = skip_space(text, next + 5);
    return has_point || unit == "fold" || is_comparison(word_at(text, then));
  }
  const bool percent = text.substr(next).starts_with("%");
  if (percent || word == "percent") {
    unit = "%";
    const std::size_t from = text.substr(0, begin).find_last_of(".!?|");
    const std::size_t to = text.find_first_of(".!?|", next + 1);
    const std::size_t first = from == kNone ? 0 : from + 1;
    const std::string_view sentence = text.substr(first, to == kNone ? to : to - first);
    return std::any_of(kShares.begin(), kShares.end(),
                       [&](std::string_view share) { return sentence.find(share) != kNone; });
  }
  return false;
}

struct Found {
  std::size_t at = 0;
  std::string text;
};

/// Numbers in `text` (a paragraph) that read as measured.
std::vector<Found> measured_numbers(std::string_view text) {
  std::vector<Found> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool inside_word = i > 0 && (is_letter(text[i - 1]) || text[i - 1] == '_');
    if (!is_digit(text[i])) continue;
    std::size_t end = i;
    while (end < text.size() &&
           (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',') &&
                                    end + 1 < text.size() && is_digit(text[end + 1])))) {
      ++end;
    }
    std::string unit;
    if (!inside_word && reads_as_measured(text, i, end, unit)) {
      found.push_back({i, fmt::format("{} {}", text.substr(i, end - i), unit)});
    }
    i = end;
  }
  return found;
}

bool has_by_hand(std::string_view line) {
  return line.find("<!-- by hand:") != kNone;
}

bool is_table_rule(std::string_view line) {
  line = trim(line);
  return line.find('-') != kNone && line.find('|') != kNone &&
         line.find_first_not_of("|-: \t") == kNone;
}

/// Columns of a hand-typed table whose heading holds a unit.
std::vector<bool> measured_columns(std::string_view heading) {
  std::vector<bool> columns(1);
  for (std::size_t i = 0; i < heading.size(); ++i) {
    if (heading[i] == '|') {
      columns.push_back(false);
    } else if (i == 0 || !is_letter(heading[i - 1])) {
      const std::string_view word = word_at(heading, i);
      if (std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end() || word == "speed" ||
          word == "speedup") {
        columns.back() = true;
      }
    }
  }
  return columns;
}

// --- links ------------------------------------------------------------------------------------

struct Link {
  std::string target;
  bool is_image = false;
};

/// Inline links and images of a line, reference definitions, src= and href= attributes.
std::vector<Link> links_in(std::string_view line) {
  std::vector<Link> links;
  for (std::size_t at = line.find("]("); at != kNone; at = line.find("](", at + 2)) {
    std::size_t begin = at + 2, end = begin;
    int depth = 0;
    for (; end < line.size(); ++end) {  // parentheses inside a target are balanced
      if (line[end] == '(') ++depth;
      if (line[end] == ')' && depth-- == 0) break;
    }
    if (end == line.size()) continue;
    std::string_view target = trim(line.substr(begin, end - begin));
    if (const auto title = target.find_first_of(" \t"); title != kNone && target[0] != '<') {
      target = target.substr(0, title);
    }
    if (target.size() > 1 && target.front() == '<' && target.find('>') != kNone) {
      target = target.substr(1, target.find('>') - 1);
    }
    int brackets = 0;  // back to the bracket that opens this link's text
    std::size_t open = at;
    for (;; --open) {
      if (line[open] == ']') ++brackets;
      if (line[open] == '[' && --brackets == 0) break;
      if (open == 0) break;
    }
    links.push_back({std::string(target), open > 0 && line[open] == '[' && line[open - 1] == '!'});
  }
  if (line.starts_with("[")) {
    if (const auto colon = line.find("]: "); colon != kNone) {
      const std::string_view rest = trim(line.substr(colon + 3));
      links.push_back({std::string(rest.substr(0, rest.find_first_of(" \t"))), false});
    }
  }
  for (const std::string_view attribute : {"src=\"", "srcset=\"", "href=\""}) {
    for (std::size_t at = line.find(attribute); at != kNone; at = line.find(attribute, at + 1)) {
      const std::size_t begin = at + attribute.size();
      const std::size_t end = line.find('"', begin);
      if (end == kNone) break;
      links.push_back({std::string(line.substr(begin, end - begin)), attribute[0] == 's'});
    }
  }
  return links;
}

bool has_scheme(std::string_view target) {
  const auto colon = target.find(':');
  return colon != kNone && colon > 1 && target.find('/') > colon;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() &&
        std::isxdigit(static_cast<unsigned char>(text[i + 1])) &&
        std::isxdigit(static_cast<unsigned char>(text[i + 2]))) {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

const std::vector<std::string>& section_names() {
  static const std::vector<std::string> kNames = {
      "The question",     "Prediction", "The kernel in pieces", "Run it",   "Measured",
      "Through the lens", "Why",        "Folklore check",       "Exercise", "What can go wrong",
      "Further reading"};
  return kNames;
}

Problems check_sections(const Page& page) {
  Problems problems;
  const auto& names = section_names();
  const auto rank = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  const auto fault = [&](int line, std::string message) {
    problems.push_back({page.path, line, std::move(message)});
  };
  std::map<std::string, int> omitted, seen;
  for (const Marker& marker : page.markers) {
    if (marker.kind != "omits") continue;
    std::string_view rest = marker.arguments;
    if (rest.starts_with(":")) rest = trim(rest.substr(1));
    const auto colon = rest.find(':');
    const std::string name{trim(rest.substr(0, colon))};
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      fault(marker.line, fmt::format("omits '{}', which is no section; sections: {}", name,
                                     fmt::join(names, ", ")));
    } else if (colon == kNone || trim(rest.substr(colon + 1)).empty()) {
      fault(marker.line, fmt::format("say why: <!-- omits: {}: reason -->", name));
    } else {
      omitted[name] = marker.line;
    }
  }
  std::string before;
  for (const Heading& heading : headings_of(page)) {
    if (heading.level != 2 || std::find(names.begin(), names.end(), heading.text) == names.end()) {
      continue;
    }
    if (!seen.emplace(heading.text, heading.line).second) {
      fault(heading.line, fmt::format("section '{}' occurs twice", heading.text));
      continue;
    }
    if (omitted.count(heading.text) != 0) {
      fault(heading.line, fmt::format("section '{}' is here, yet line {} says it is omitted",
                                      heading.text, omitted[heading.text]));
    }
    if (!before.empty() && rank(before) > rank(heading.text)) {
      fault(heading.line, fmt::format("section '{}' belongs before '{}'", heading.text, before));
    }
    before = heading.text;
  }
  for (const std::string& name : names) {
    if (seen.count(name) == 0 && omitted.count(name) == 0) {
      fault(1, fmt::format("no section '## {0}': write it, or <!-- omits: {0}: reason -->", name));
    }
  }
  return problems;
}

Problems check_numbers(const Page& page) {
  Problems problems;
  const std::size_t n = page.lines.size();
  // A woven number vouches for itself: blank it, so that what is left is typed by hand.
  std::vector<std::string> text(n);
  for (std::size_t i = 0; i < n; ++i) text[i] = page.lines[i];
  for (const Value& value : page.values) {
    std::fill(text[value.line].begin() + static_cast<std::ptrdiff_t>(value.begin),
              text[value.line].begin() + static_cast<std::ptrdiff_t>(value.end), '_');
  }
  const auto ends_paragraph = [&](std::size_t i) {
    return page.kinds[i] == LineKind::kFence || page.kinds[i] == LineKind::kWoven ||
           trim(page.lines[i]).empty();
  };
  for (std::size_t begin = 0; begin < n;) {
    if (ends_paragraph(begin)) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    bool vouched = false;
    std::string paragraph;
    std::vector<std::size_t> starts;  // where each line begins in `paragraph`
    std::vector<bool> columns;
    for (; end < n && !ends_paragraph(end); ++end) {
      starts.push_back(paragraph.size());
      const std::string_view line = text[end];
      // A marker of its own, such as let, is no prose; the reason of "by hand" is checked
      // elsewhere.
      vouched = vouched || has_by_hand(blank_code_spans(line));
      const bool is_prose = page.kinds[end] == LineKind::kProse && !trim(line).starts_with(">");
      if (is_prose) paragraph += blank_comments(blank_code_spans(line));
      paragraph += '\n';
    }
    if (!vouched) {
      for (const Found& found : measured_numbers(paragraph)) {
        const auto line = std::upper_bound(starts.begin(), starts.end(), found.at) - starts.begin();
        problems.push_back({page.path, static_cast<int>(begin) + static_cast<int>(line),
                            fmt::format("'{}' has no source: weave it (<!-- v ... -->), or say "
                                        "<!-- by hand: where it comes from -->",
                                        found.text)});
      }
      for (std::size_t i = begin; i + 1 < end; ++i) {
        if (!is_table_rule(text[i + 1]) || text[i].find('|') == kNone) continue;
        columns = measured_columns(text[i]);
        for (std::size_t row = i + 2; row < end && text[row].find('|') != kNone; ++row) {
          std::size_t column = 0;
          const std::string cells = blank_comments(blank_code_spans(text[row]));
          for (const char c : cells) {
            if (c == '|') ++column;
            if (!is_digit(c) || column >= columns.size() || !columns[column]) continue;
            problems.push_back({page.path, static_cast<int>(row) + 1,
                                "a number in a table typed by hand: use a table marker, or say "
                                "<!-- by hand: where it comes from -->"});
            break;
          }
        }
      }
    }
    begin = end;
  }
  return problems;
}

std::set<std::string> anchors_of(const Page& page) {
  std::set<std::string> anchors;
  std::map<std::string, int> used;
  for (const Heading& heading : headings_of(page)) {
    const std::string name = slug(heading.text);
    const int times = used[name]++;
    anchors.insert(times == 0 ? name : fmt::format("{}-{}", name, times));
  }
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (page.kinds[i] != LineKind::kProse) continue;
    for (const std::string_view attribute : {"<a id=\"", "<a name=\""}) {
      const std::string& line = page.lines[i];
      for (std::size_t at = line.find(attribute); at != kNone; at = line.find(attribute, at + 1)) {
        const std::size_t begin = at + attribute.size();
        const std::size_t end = line.find('"', begin);
        if (end != kNone) anchors.insert(line.substr(begin, end - begin));
      }
    }
  }
  return anchors;
}

Problems check_links(const Tree& tree, const Page& page, std::set<std::string>& images) {
  Problems problems;
  const std::string folder = folder_of(page.path);
  std::optional<std::set<std::string>> own_anchors;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const LineKind kind = page.kinds[i];
    if (kind == LineKind::kFence || kind == LineKind::kComment) continue;
    const bool is_figure = trim(page.lines[i]).starts_with("![");
    const bool is_location = trim(page.lines[i]).starts_with("*[");
    if (kind == LineKind::kWoven && !is_figure && !is_location) continue;
    for (const Link& link : links_in(blank_comments(blank_code_spans(page.lines[i])))) {
      const auto fault = [&](const std::string& what) {
        problems.push_back({page.path, static_cast<int>(i) + 1, what});
      };
      if (link.target.empty()) {
        fault("an empty link");
        continue;
      }
      if (has_scheme(link.target) || link.target.starts_with("//")) continue;
      if (link.target[0] == '/') {
        fault(fmt::format("'{}' starts at the root of a server: make it relative", link.target));
        continue;
      }
      const auto hash = link.target.find('#');
      const std::string file = percent_decode(link.target.substr(0, hash));
      const std::string anchor = hash == kNone ? "" : link.target.substr(hash + 1);
      if (file.empty()) {
        if (!own_anchors) own_anchors = anchors_of(page);
        if (own_anchors->count(anchor) == 0) {
          fault(fmt::format("'#{}' is no heading of this page", anchor));
        }
        continue;
      }
      const std::string path = normal_path(folder.empty() ? file : folder + "/" + file);
      if (path.empty() || !tree.exists(path)) {
        fault(fmt::format("'{}' leads nowhere", link.target));
        continue;
      }
      if (link.is_image) images.insert(path);
      if (!anchor.empty() && path.ends_with(".md")) {
        const std::string* text = tree.text(path);
        if (text == nullptr || anchors_of(scan_page(path, *text)).count(anchor) == 0) {
          fault(fmt::format("'#{}' is no heading of {}", anchor, path));
        }
      }
    }
  }
  return problems;
}

}  // namespace weave
