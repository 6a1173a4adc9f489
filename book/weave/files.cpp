// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace weave {
namespace fs = std::filesystem;

std::string normal_path(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) return "";
  const fs::path normal = fs::path(path).lexically_normal();
  if (normal.is_absolute() || (normal.begin() != normal.end() && *normal.begin() == ".."))
    return "";
  std::string text = normal.generic_string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

std::string relative_path(const std::string& path, const std::string& from) {
  return fs::path(path).lexically_relative(from.empty() ? "." : from).generic_string();
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

const std::string* Tree::text(const std::string& path) const {
  const std::string normal = normal_path(path);
  if (normal.empty()) return nullptr;
  auto [entry, is_new] = cache_.try_emplace(normal);
  if (is_new) {
    const fs::path full = fs::path(root_) / normal;
    std::error_code error;
    if (fs::is_regular_file(full, error) && fs::file_size(full, error) <= (32u << 20) && !error) {
      std::ifstream in(full, std::ios::binary);
      std::string text{std::istreambuf_iterator<char>(in), {}};
      if (!in.bad()) entry->second = std::move(text);
    }
  }
  return entry->second ? &*entry->second : nullptr;
}

bool Tree::exists(const std::string& path) const {
  const std::string normal = normal_path(path);
  std::error_code error;
  return !normal.empty() && fs::exists(fs::path(root_) / normal, error);
}

bool Tree::is_directory(const std::string& path) const {
  const std::string normal = normal_path(path);
  std::error_code error;
  return !normal.empty() && fs::is_directory(fs::path(root_) / normal, error);
}

std::vector<std::string> Tree::names(const std::string& directory) const {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(root_) / directory, error), end; !error && it != end;
       it.increment(error)) {
    found.push_back(it->path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> Tree::files_under(const std::string& directory) const {
  std::vector<std::string> found;
  for (const std::string& name : names(directory)) {
    if (name[0] == '.') continue;
    const std::string path = directory + "/" + name;
    if (is_directory(path)) {
      for (std::string& below : files_under(path)) found.push_back(std::move(below));
    } else {
      found.push_back(path);
    }
  }
  return found;
}

void Tree::write(const std::string& path, const std::string& text) {
  const fs::path full = fs::path(root_) / path;
  const fs::path temporary = full.string() + ".new";
  std::error_code error;
  fs::create_directories(full.parent_path(), error);
  errno = 0;
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw Failure(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  fs::rename(temporary, full, error);
  if (error) throw Failure(fmt::format("cannot replace {}: {}", path, error.message()));
  cache_[path] = text;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0;;) {
    const auto end = text.find('\n', begin);
    lines.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return lines;
    begin = end + 1;
  }
}

std::string join_lines(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n\f\v");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n\f\v") - first + 1);
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  std::string item;
  bool quoted = false;
  const auto push = [&] {
    const std::string_view trimmed = trim(item);
    if (!trimmed.empty()) items.emplace_back(trimmed);
    item.clear();
  };
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      push();
    } else {
      item += c;
    }
  }
  push();
  return items;
}

}  // namespace weave
