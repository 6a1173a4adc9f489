// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The book as it is, in a copy: one character in any region that a page shows, one digit in any
// woven table, or one deleted file of results must not pass `weave --check`.
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "book_tree.hpp"

namespace weave {
namespace {

namespace fs = std::filesystem;

class WholeBook : public BookTree {
 protected:
  void SetUp() override {
    for (const char* part : {"CMakeLists.txt", "README.md", "book", "chapters", "ci", "cmake",
                             "common", "kernels", "tests"}) {
      fs::copy(fs::path(BOOK_SOURCE_DIR) / part, fs::path(root()) / part,
               fs::copy_options::recursive);
    }
  }

  std::vector<std::string> lines(const std::string& path) const {
    std::vector<std::string> all;
    std::istringstream in(get(path));
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }
  void put_lines(const std::string& path, const std::vector<std::string>& all) const {
    std::string text;
    for (const std::string& line : all) text += line + "\n";
    put(path, text);
  }
  std::vector<std::string> book_pages() const {
    std::vector<std::string> pages;
    for (const auto& entry : fs::directory_iterator(fs::path(root()) / "book")) {
      if (entry.path().extension() == ".md" && entry.path().filename() != "README.md") {
        pages.push_back("book/" + entry.path().filename().string());
      }
    }
    std::sort(pages.begin(), pages.end());
    return pages;
  }
  /// A block of a page that was made wrong: the line of its marker.
  struct Place {
    std::string page;
    int line;
    std::string what;
  };
  /// Those of `places` that no problem points into: it is at the marker, or in the block below it.
  std::vector<std::string> unreported(const std::vector<Place>& places,
                                      const Problems& problems) const {
    std::map<std::string, std::vector<int>> markers;
    for (const std::string& page : book_pages()) {
      int number = 0;
      for (const std::string& line : lines(page)) {
        ++number;
        if (line.find("<!-- ") == 0) markers[page].push_back(number);
      }
    }
    std::set<std::pair<std::string, int>> reported;
    for (const Problem& problem : problems) {
      const std::vector<int>& all = markers[problem.file];
      const auto after = std::upper_bound(all.begin(), all.end(), problem.line);
      if (after != all.begin()) reported.insert({problem.file, *std::prev(after)});
    }
    std::vector<std::string> missing;
    for (const Place& place : places) {
      if (reported.count({place.page, place.line})) continue;
      missing.push_back(fmt::format("{}:{}: {}", place.page, place.line, place.what));
    }
    return missing;
  }
  /// Changes the first letter of a line; false if it has none.
  static bool spoil(std::string& line) {
    for (char& c : line) {
      if (!std::isalpha(static_cast<unsigned char>(c))) continue;
      c = c == 'x' ? 'y' : 'x';
      return true;
    }
    return false;
  }
};

TEST_F(WholeBook, OneCharacterInAnyShownRegionIsDrift) {
  // All regions are changed at once; each place that shows one must be reported.
  const std::regex marker(R"(<!-- (?:wrong )?snippet (\S+) (\w+) -->)");
  std::vector<Place> shown;
  std::set<std::pair<std::string, std::string>> spoilt;
  for (const std::string& page : book_pages()) {
    int number = 0;
    for (const std::string& line : lines(page)) {
      ++number;
      std::smatch found;
      if (!std::regex_search(line, found, marker)) continue;
      const std::string file = found[1], tag = found[2];
      shown.push_back({page, number, file + " " + tag});
      if (!spoilt.insert({file, tag}).second) continue;
      std::vector<std::string> source = lines(file);
      const auto opens = std::find_if(source.begin(), source.end(), [&](const std::string& text) {
        return text.find("<" + tag + ">") != std::string::npos;
      });
      ASSERT_NE(opens, source.end()) << file << " has no " << tag;
      auto at = opens + 1;
      // Tags within the region are not shown.
      while (at != source.end() && (at->find("// <") != std::string::npos || !spoil(*at))) ++at;
      ASSERT_NE(at, source.end()) << file << " " << tag;
      put_lines(file, source);
    }
  }
  EXPECT_GT(spoilt.size(), 150u);
  EXPECT_THAT(unreported(shown, run(true)), testing::IsEmpty());
}

TEST_F(WholeBook, OneDigitInAnyWovenTableIsDrift) {
  std::vector<Place> changed;
  for (const std::string& page : book_pages()) {
    std::vector<std::string> text = lines(page);
    for (std::size_t i = 0; i + 3 < text.size(); ++i) {
      if (text[i].rfind("<!-- table ", 0) != 0) continue;
      std::string& row = text[i + 3];  // below the names and the rule
      ASSERT_EQ(row.rfind("|", 0), 0u) << page << ":" << i + 4;
      // A digit of a cell, not of the name in the first.
      const std::size_t cell = row.find('|', 1);
      const std::size_t digit = row.find_first_of("0123456789", cell);
      if (digit == std::string::npos) continue;
      row[digit] = row[digit] == '9' ? '8' : static_cast<char>(row[digit] + 1);
      changed.push_back({page, static_cast<int>(i) + 1, text[i]});
    }
    put_lines(page, text);
  }
  EXPECT_GT(changed.size(), 50u);
  EXPECT_THAT(unreported(changed, run(true)), testing::IsEmpty());
}

TEST_F(WholeBook, AnyDeletedResultsFail) {
  ASSERT_EQ(check(), "");
  int files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(root()) / "book/results")) {
    const std::string path = "book/results/" + entry.path().filename().string();
    const std::string kept = get(path);
    remove(path);
    EXPECT_NE(check(), "") << path;
    put(path, kept);
    ++files;
  }
  EXPECT_GE(files, 3);
}

}  // namespace
}  // namespace weave
