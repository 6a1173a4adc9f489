// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "figure.hpp"
#include "page.hpp"
#include "results.hpp"
#include "source.hpp"

namespace weave {

/// Weaves the whole book, or one page of it. One object does one run.
class Weaver {
 public:
  explicit Weaver(Tree& tree) : tree_(tree), results_(tree) {}

  /// Rewrites pages, figures and starters in place, then checks. With `check` it changes nothing
  /// and reports what it would have changed. `only` is one page's path, or "" for all; unused tags,
  /// figures, starters and stale results are looked for only then. Sorted by file and line.
  Problems run(bool check, const std::string& only);

  /// Paths that run() wrote.
  const std::vector<std::string>& written() const { return written_; }

  /// The text a page should have. Faults go to `problems`; the block of a faulty marker stays.
  /// What differs from the page's own text goes to `drift` if that is not null.
  std::string weave_page(const Page& page, Problems& problems, Problems* drift = nullptr);

  /// All pages: book/*.md, README.md, chapters/*/README.md.
  std::vector<std::string> pages() const;

 private:
  std::vector<std::string> make_block(const Context& context, const Page& page,
                                      const Marker& marker);
  std::vector<std::string> snippet(const Page& page, const std::string& arguments, bool is_wrong);
  const Source& source(const std::string& path);
  void report(const std::string& file, int line, std::string message, bool environment = false);
  void do_page(const std::string& path, bool check);
  void do_figures(bool check);
  void do_starters(bool check);
  void check_tags();
  void check_images();
  void check_results();
  void put(const std::string& path, const std::string& text);

  Tree& tree_;
  Results results_;
  Problems problems_;
  std::vector<std::string> written_;
  std::vector<Page> woven_;  ///< the pages as they are after weaving
  std::map<std::string, Source> sources_;
  std::set<std::pair<std::string, std::string>> used_tags_;  ///< file, tag
  /// Figures by name, with the page and line that asks for each.
  std::map<std::string, std::pair<Figure, std::pair<std::string, int>>> figures_;
  std::set<std::string> images_;  ///< paths that pages show
};

/// The folder above `from` that holds CMakeLists.txt and book/; "" if there is none.
std::string find_root(const std::string& from);

}  // namespace weave
