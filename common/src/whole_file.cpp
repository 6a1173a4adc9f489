// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/whole_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "wb/error.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPart = ".part";

// PATH.PID.part of writers that are no more.
void remove_left_parts(const fs::path& path) {
  const std::string start = path.filename().string() + ".";
  std::vector<fs::path> left;
  std::error_code failed;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(start) || at->path().extension() != kPart) continue;
    const std::string pid = at->path().stem().string().substr(start.size());
    const bool digits = !pid.empty() && pid.size() <= 9 &&
                        std::ranges::all_of(pid, [](char c) { return c >= '0' && c <= '9'; });
    if (digits && std::atoi(pid.c_str()) > 0 && kill(std::atoi(pid.c_str()), 0) != 0 &&
        errno == ESRCH) {
      left.push_back(at->path());
    }
  }
  for (const fs::path& file : left) fs::remove(file, failed);
}

}  // namespace

bool write_whole_file(const std::string& path, const std::string& text) {
  std::error_code failed, ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    std::ofstream out(path, std::ios::binary);
    out << text << std::flush;
    return static_cast<bool>(out);
  }
  remove_left_parts(path);
  const std::string part = path + "." + std::to_string(getpid()) + kPart;
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  if (out) fs::rename(part, path, failed);
  if (out && !failed) return true;
  fs::remove(part, ignored);
  return false;
}

void save_file(const std::string& path, const std::string& text) {
  if (write_whole_file(path, text)) return;
  throw Error("cannot write " + path +
              ": check that its folder exists, can be written and has room");
}

}  // namespace wb
