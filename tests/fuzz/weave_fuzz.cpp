// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The weaver and its tag parser. An input: a page, then the source file that it cuts snippets from.
#include <algorithm>

#include "checks.hpp"
#include "fuzz.hpp"
#include "weaver.hpp"

namespace {

using fuzz::require;
using weave::Failure;

constexpr const char* kPage = "book/07_x.md";
constexpr const char* kSource = "kernels/07_x/x.cl";
constexpr const char* kResults = R"({"schema": 1, "label": "L", "documents": [
{"schema": 1, "chapter": "07_x", "revision": "abc", "date": "2026-11-29",
"device": {"name": "M", "driver": "5", "compute_units": 2},
"ceilings": {"fma_gflops": 600, "copy_gbps": 41}, "output": "device: it\n\n  a 54 GB/s\nAll match.\n",
"rows": [{"experiment": "e", "variant": "a", "size": [64, 32], "status": "ok",
 "launches": [{"kernel": "07_x/x.cl", "options": "", "source_hash": "0"}],
 "work": {"flops": 1000, "bytes": 500, "floor_ms": 0.03},
 "time": {"clock": "device", "runs": 60, "median_ms": 2, "min_ms": 1.5, "max_ms": 3, "gbps": 54.1,
          "gflops": 80, "of_roof": 0.5, "speedup": 1},
 "lens": {"model": "nvidia", "global_store": {"requests": 12, "sectors": 96, "ideal_sectors": 48},
          "flops": {"add": 5}}},
 {"experiment": "e", "variant": "b_2 x c", "size": [64, 32], "status": "skipped",
  "reason": "no *images*"},
 {"experiment": "e", "variant": "cuBLAS", "size": [64, 32], "status": "ok", "peer": true,
 "time": {"clock": "host", "runs": 9, "median_ms": 1, "min_ms": 1, "max_ms": 1, "gbps": 108,
          "gflops": 160}}]}]})";
constexpr const char* kClaims = R"([{"statement": "s", "value": "07_x.e.a.time.gbps@here / 2",
"unit": "x", "holds": [1, 99], "page": "book/07_x.md", "command": "run"}])";

bool tags_differ(const weave::Region& a, const weave::Region& b) {
  const bool apart = a.close < b.open || b.close < a.open;
  const bool inside =
      (a.open < b.open && b.close < a.close) || (b.open < a.open && a.close < b.close);
  return apart || inside;
}

void check_lines(const weave::Problems& problems, std::size_t lines) {
  for (const weave::Problem& problem : problems) {
    require(problem.line >= 0 && static_cast<std::size_t>(problem.line) <= lines,
            "a fault's line is one of the text", problem.message);
  }
}

void check_source(const std::string& text) {
  const weave::Source source = weave::parse_source(kSource, text);
  require(weave::join_lines(source.lines) == text, "the lines are the text");
  check_lines(source.problems, source.lines.size());
  std::vector<std::string> tags = {"*"};
  for (const weave::Region& region : source.regions) {
    require(region.open >= 1 && region.open < region.close &&
                static_cast<std::size_t>(region.close) <= source.lines.size(),
            "a region lies in the file", region.tag);
    for (const weave::Region& other : source.regions) {
      require(&region == &other || tags_differ(region, other), "regions nest or are apart",
              region.tag);
    }
    tags.push_back(region.tag);
  }
  for (const std::string& tag : tags) {
    try {
      const weave::Snippet cut = weave::cut_snippet(source, tag, tag == "*");
      require(!cut.lines.empty() && cut.first >= 1 && cut.first <= cut.last &&
                  static_cast<std::size_t>(cut.last) <= source.lines.size(),
              "a snippet lies in the file", tag);
      require(cut.lines.size() <= static_cast<std::size_t>(cut.last - cut.first) + 1,
              "a snippet adds no line", tag);
    } catch (const Failure&) {
    }
  }
  try {
    const std::string starter = weave::make_starter(source);
    require(weave::split_lines(starter).size() < source.lines.size(), "a starter is shorter");
  } catch (const Failure&) {
  }
}

void check_page(const weave::Page& page, const std::string& text) {
  const std::size_t lines = page.lines.size();
  require(weave::join_lines(page.lines) == text, "the lines are the page");
  require(page.kinds.size() == lines, "every line has a kind");
  std::size_t at = 0;
  for (const weave::Marker& marker : page.markers) {
    require(marker.line >= 1 && static_cast<std::size_t>(marker.line) > at &&
                static_cast<std::size_t>(marker.line) <= marker.begin &&
                marker.begin <= marker.end && marker.end <= lines,
            "a marker and its block follow the one before", marker.kind);
    at = marker.end;
  }
  for (const weave::Value& value : page.values) {
    require(value.line < lines && value.begin <= value.end &&
                value.end <= page.lines[value.line].size(),
            "a value lies in its line", value.arguments);
  }
}

/// One weaving, as Weaver::run() does it. True if the page and its markers are without fault.
bool weave_once(weave::Tree& tree, const std::string& text, std::string* woven,
                weave::Problems* drift) {
  const weave::Page page = weave::scan_page(kPage, text);
  check_page(page, text);
  weave::Weaver weaver(tree);
  weave::Problems found;
  *woven = weaver.weave_page(page, found, drift);
  std::set<std::string> images;
  for (const weave::Problems& problems :
       {page.problems, found, *drift, weave::check_numbers(page), weave::check_sections(page),
        weave::check_links(tree, page, images)}) {
    check_lines(problems, page.lines.size());
  }
  return page.problems.empty() && found.empty();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> parts = fuzz::parts_of(fuzz::text_of(data, size), 2);
  check_source(parts[1]);
  weave::Tree tree("/nowhere");
  tree.hold(kPage, parts[0]);
  tree.hold(kSource, parts[1]);
  tree.hold("book/results/d.json", kResults);
  tree.hold("book/folklore.json", kClaims);
  std::string once, twice;
  weave::Problems drift, later;
  if (!weave_once(tree, parts[0], &once, &drift)) return 0;
  require(drift.empty() || once != parts[0], "what differs is woven anew");
  weave_once(tree, once, &twice, &later);
  require(later.empty() && twice == once, "weaving twice changes nothing",
          once + "\n--- twice:\n" + twice);
  return 0;
}
