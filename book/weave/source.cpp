// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace weave {
namespace {

constexpr const char* kTodo = "todo";

std::string_view extension(std::string_view path) {
  const auto name =
      path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  if (name == "CMakeLists.txt") return ".cmake";
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(dot);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

/// How a comment begins in this file; empty: no tags here.
std::string_view comment_prefix(std::string_view path) {
  const auto ext = extension(path);
  if (is_one_of(ext, {".cl", ".c", ".h", ".cpp", ".hpp", ".cu"})) return "//";
  if (is_one_of(ext, {".cmake", ".sh", ".py"})) return "#";
  return {};
}

struct TagLine {
  std::string name;
  bool closes = false;
};

/// A line that holds nothing but a comment with `<name>` or `</name>`.
std::optional<TagLine> read_tag(std::string_view line, std::string_view prefix) {
  line = trim(line);
  if (prefix.empty() || !line.starts_with(prefix)) return {};
  line = trim(line.substr(prefix.size()));
  if (line.size() < 3 || line.front() != '<' || line.back() != '>') return {};
  line = line.substr(1, line.size() - 2);
  TagLine tag;
  if (line.starts_with("/")) {
    tag.closes = true;
    line.remove_prefix(1);
  }
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (line.empty() || !is_lower(line.front())) return {};
  for (const char c : line) {
    if (!is_lower(c) && !(c >= '0' && c <= '9') && c != '_' && c != '-') return {};
  }
  tag.name = line;
  return tag;
}

bool is_hint(std::string_view line) {
  line = trim(line);
  return line.starts_with("//?") || line.starts_with("//=");
}

bool is_remark(std::string_view line) {
  line = trim(line);
  return line == "//!" || line.starts_with("//! ");
}

bool is_blank(std::string_view line) {
  return trim(line).empty();
}

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

void remove_common_indent(std::vector<std::string>& lines) {
  std::optional<std::string> common;
  for (const std::string& line : lines) {
    if (is_blank(line)) continue;
    const std::string_view indent = indent_of(line);
    if (!common) common = indent;
    std::size_t same = 0;
    while (same < std::min(common->size(), indent.size()) && (*common)[same] == indent[same])
      ++same;
    common->resize(same);
  }
  for (std::string& line : lines) {
    if (is_blank(line)) {
      line.clear();
    } else {
      line.erase(0, common->size());
      line.erase(line.find_last_not_of(" \t\r") + 1);
    }
  }
}

}  // namespace

bool can_hold_tags(const std::string& path) {
  return !comment_prefix(path).empty();
}

std::string fence_language(const std::string& path) {
  const auto ext = extension(path);
  if (is_one_of(ext, {".cl", ".c"})) return "c";
  if (is_one_of(ext, {".cpp", ".hpp", ".h", ".cu"})) return "cpp";
  if (ext == ".cmake") return "cmake";
  if (ext == ".sh") return "sh";
  if (ext == ".py") return "py";
  if (ext == ".json") return "json";
  return "text";
}

Source parse_source(const std::string& path, std::string_view text) {
  Source source{path, split_lines(text), {}, {}};
  const std::string_view prefix = comment_prefix(path);
  std::vector<std::size_t> open;  // indices into regions
  std::set<std::string> seen;
  const auto fault = [&](int line, std::string message) {
    source.problems.push_back({path, line, std::move(message)});
  };
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const auto tag = read_tag(source.lines[i], prefix);
    if (!tag) continue;
    const int line = static_cast<int>(i) + 1;
    if (!tag->closes) {
      if (tag->name != kTodo && !seen.insert(tag->name).second) {
        fault(line, fmt::format("tag <{}> occurs twice in this file: rename one", tag->name));
      }
      open.push_back(source.regions.size());
      source.regions.push_back({tag->name, line, 0});
    } else if (open.empty()) {
      fault(line, fmt::format("</{}> closes nothing: add <{}> above it", tag->name, tag->name));
    } else if (Region& region = source.regions[open.back()]; region.tag != tag->name) {
      fault(line,
            fmt::format("</{}> stands where </{}> (opened at line {}) is due: tags may nest but "
                        "not overlap",
                        tag->name, region.tag, region.open));
    } else {
      region.close = line;
      open.pop_back();
    }
  }
  for (const std::size_t index : open) {
    const Region& region = source.regions[index];
    fault(region.open, fmt::format("<{0}> is never closed: add </{0}>", region.tag));
  }
  std::erase_if(source.regions, [](const Region& r) { return r.close == 0; });
  return source;
}

Snippet cut_snippet(const Source& source, const std::string& tag, bool body) {
  std::size_t begin = 0, end = source.lines.size();  // [begin, end), from 0
  if (tag == "*") {
    while (end > begin && is_blank(source.lines[end - 1])) --end;
    const auto is_spdx = [&](const std::string& line) {
      return line.find("SPDX-") != std::string::npos && !is_blank(line);
    };
    while (begin < end && (is_spdx(source.lines[begin]) || is_blank(source.lines[begin]) ||
                           source.lines[begin].starts_with("#!"))) {
      ++begin;
    }
    if (body) {
      const std::string_view prefix = comment_prefix(source.path);
      while (begin < end && (is_blank(source.lines[begin]) ||
                             (!prefix.empty() && trim(source.lines[begin]).starts_with(prefix) &&
                              !read_tag(source.lines[begin], prefix)))) {
        ++begin;
      }
    }
  } else {
    const auto found =
        std::find_if(source.regions.begin(), source.regions.end(),
                     [&](const Region& r) { return r.tag == tag && r.tag != kTodo; });
    if (found == source.regions.end()) {
      std::string known;
      for (const Region& r : source.regions) {
        if (r.tag != kTodo) known += (known.empty() ? "" : ", ") + r.tag;
      }
      throw Failure(fmt::format("no tag <{}> in {}; it has: {}", tag, source.path,
                                known.empty() ? "none" : known));
    }
    begin = static_cast<std::size_t>(found->open);
    end = static_cast<std::size_t>(found->close) - 1;
  }
  Snippet snippet;
  const std::string_view prefix = comment_prefix(source.path);
  for (std::size_t i = begin; i < end; ++i) {
    std::string line = source.lines[i];
    if (read_tag(line, prefix) || (prefix == "//" && is_hint(line))) continue;
    if (prefix == "//" && is_remark(line)) line.erase(line.find("//!") + 2, 1);
    if (snippet.lines.empty()) {
      if (is_blank(line)) continue;
      snippet.first = static_cast<int>(i) + 1;
    }
    if (!is_blank(line)) snippet.last = static_cast<int>(i) + 1;
    snippet.lines.push_back(std::move(line));
  }
  while (!snippet.lines.empty() && is_blank(snippet.lines.back())) snippet.lines.pop_back();
  if (snippet.lines.empty()) {
    throw Failure(fmt::format("tag <{}> in {} holds no code", tag, source.path));
  }
  remove_common_indent(snippet.lines);
  return snippet;
}

std::string make_starter(const Source& solution) {
  const std::string_view prefix = comment_prefix(solution.path);
  std::vector<std::string> out;
  std::string todo_indent;
  bool in_todo = false, in_head = false, has_head = false, first_hint = true;
  int depth = 0, todos = 0, todo_line = 0;
  const auto fault = [&](int line, const std::string& what) {
    throw Failure(fmt::format("{}:{}: {}", solution.path, line, what));
  };
  for (std::size_t i = 0; i < solution.lines.size(); ++i) {
    const std::string& line = solution.lines[i];
    const int number = static_cast<int>(i) + 1;
    if (const auto tag = read_tag(line, prefix)) {
      if (tag->name != kTodo) continue;
      depth += tag->closes ? -1 : 1;
      if (depth > 1) fault(number, "a todo region inside a todo region: close the outer one first");
      if (tag->closes && !has_head) {
        fault(todo_line, "this todo region says nothing: begin it with a `//? hint` line");
      }
      in_todo = in_head = first_hint = !tag->closes;
      if (in_todo) {
        has_head = false;
        todo_line = number;
        ++todos;
      }
      continue;
    }
    if (!in_todo) {
      if (is_hint(line)) fault(number, "a hint outside a todo region: put it below `// <todo>`");
      if (!is_remark(line)) out.push_back(line);
      continue;
    }
    if (!is_hint(line)) {
      if (!is_blank(line)) in_head = false;
      continue;
    }
    if (!in_head) fault(number, "a hint below the solution's code: put it first in its region");
    const std::string indent{indent_of(line)};
    std::string_view rest = trim(line).substr(3);
    const bool is_code = trim(line)[2] == '=';
    if (rest.starts_with(" ")) rest.remove_prefix(1);
    if (is_code) {
      out.push_back(rest.empty() ? std::string() : indent + std::string(rest));
    } else {
      out.push_back(fmt::format("{}// {}{}", indent, first_hint ? "TODO: " : "      ", rest));
      out.back().erase(out.back().find_last_not_of(' ') + 1);
      has_head = true;
      first_hint = false;
    }
  }
  if (todos == 0) {
    fault(1, "a solution without a `// <todo>` region gives a starter that is already solved");
  }
  return join_lines(out);
}

}  // namespace weave
