// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weave {

/// Something the book must not be printed with. Lines count from 1; 0 means the file as a whole.
struct Problem {
  std::string file;  ///< relative to the root
  int line = 0;
  std::string message;       ///< names the thing and the next step
  bool environment = false;  ///< unreadable or malformed input (exit 3) rather than drift (exit 1)
};
using Problems = std::vector<Problem>;

/// Thrown inside the weaver by what handles one marker; the caller adds file and line.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The repository as the weaver sees it: text files under one root, each read once.
class Tree {
 public:
  explicit Tree(std::string root) : root_(std::move(root)) {}
  const std::string& root() const { return root_; }
  /// Text of a file relative to the root; nullptr if it cannot be read, is over 32 MiB, or lies
  /// outside the root.
  const std::string* text(const std::string& path) const;
  bool exists(const std::string& path) const;        ///< file or folder, inside the root
  bool is_directory(const std::string& path) const;  ///< inside the root
  /// Names in a folder, sorted; empty if there is none.
  std::vector<std::string> names(const std::string& directory) const;
  /// All files under a folder, relative to the root, sorted; hidden ones are left out.
  std::vector<std::string> files_under(const std::string& directory) const;
  /// From now on text(path) is `text`, whatever the disk holds; tests need no files then.
  void hold(const std::string& path, std::string text) { cache_[path] = std::move(text); }
  /// Writes to a temporary file beside it, then renames. Throws Failure with path and reason.
  void write(const std::string& path, const std::string& text);

 private:
  std::string root_;
  mutable std::map<std::string, std::optional<std::string>> cache_;
};

/// "book/a/../b.md" -> "book/b.md"; "" if the path leaves the root or is absolute.
std::string normal_path(const std::string& path);
/// `path` as seen from the folder `from` (both relative to the root).
std::string relative_path(const std::string& path, const std::string& from);
/// The folder part, without a slash at the end; "" for a file in the root.
std::string folder_of(const std::string& path);

/// Splits at '\n' so that join_lines gives the same bytes back.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);
std::string_view trim(std::string_view text);
inline constexpr std::size_t kNone = std::string::npos;
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// Splits at commas that are outside double quotes, trims, and drops the quotes.
std::vector<std::string> split_list(std::string_view text);

}  // namespace weave
