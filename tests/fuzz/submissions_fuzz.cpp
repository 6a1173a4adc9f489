// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The walker of a class's folders. An input says what lies there, a line each:
//   dir PATH | file PATH | pipe PATH | closed PATH (a folder nobody may read) | link PATH TARGET
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "../../common/tools/check_submissions.hpp"
#include "fuzz.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"

namespace {

namespace fs = std::filesystem;
using fuzz::require;

constexpr int kMostEntries = 40;

/// `path` below `root`, or "" if it would be elsewhere: what the input makes must stay inside.
std::string inside(const std::string& root, const std::string& path) {
  if (path.empty() || path.size() > 300 || path.find('\0') != std::string::npos) return "";
  const fs::path full = fs::path(root) / fs::path(path).relative_path();
  if (std::find(full.begin(), full.end(), "..") != full.end()) return "";
  std::error_code failed;
  const std::string parent = fs::canonical(full.parent_path(), failed).string();
  const bool below = !failed && (parent == root || parent.starts_with(root + "/"));
  return below ? full.string() : "";
}

void make(const std::string& root, const std::string& line) {
  std::istringstream words(line);
  std::string what, path, target;
  words >> what >> path >> target;
  const std::string full = inside(root, path);
  if (full.empty()) return;
  if (what == "dir") {
    mkdir(full.c_str(), 0700);
  } else if (what == "closed") {
    mkdir(full.c_str(), 0000);
  } else if (what == "pipe") {
    mkfifo(full.c_str(), 0600);
  } else if (what == "file") {
    const int file = open(full.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0600);
    if (file >= 0) close(file);
  } else if (what == "link" && !target.empty() && target.find('\0') == std::string::npos) {
    if (symlink(target.c_str(), full.c_str()) != 0) return;
  }
}

void check_file(const std::string& root, const std::string& student, const std::string& file) {
  if (file.empty()) return;
  struct stat entry {};
  require(lstat(file.c_str(), &entry) == 0 && S_ISREG(entry.st_mode),
          "what is handed in is a regular file", file);
  require(file.starts_with(root + "/" + student + "/"), "it lies in the student's own folder",
          file);
  require(fs::canonical(file).string() == file, "no link leads there", file);
}

void check_class(const std::string& root) {
  const std::vector<check::Exercise> exercises = {{"04_gemm_tiled", ".cl", "", "", ""},
                                                  {"10_double_buffering", ".cpp", "", "", ""}};
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(root)) {
    struct stat seen {};
    const std::string path = entry.path().string();
    if (lstat(path.c_str(), &seen) == 0 && S_ISDIR(seen.st_mode)) {
      folders.push_back(entry.path().filename().string());
    }
  }
  std::sort(folders.begin(), folders.end());
  std::vector<check::Student> students;
  try {
    students = check::find_submissions(exercises, root);
  } catch (const wb::UsageError&) {
    require(folders.empty(), "a class with a student is read");
    return;
  }
  std::vector<std::string> names;
  for (const check::Student& student : students) {
    names.push_back(student.name);
    require(student.files.size() == exercises.size(), "an answer an exercise", student.name);
    for (const std::string& file : student.files) check_file(root, student.name, file);
    // The plain case must be found: no link, no detour.
    for (std::size_t e = 0; e < exercises.size(); ++e) {
      struct stat plain {};
      const std::string path =
          root + "/" + student.name + "/" + exercises[e].stem + exercises[e].language;
      if (lstat(path.c_str(), &plain) == 0 && S_ISREG(plain.st_mode)) {
        require(student.files[e] == path, "a plain file is found", path);
      }
    }
  }
  require(names == folders, "every folder is a student, and nothing else is");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const wb::TemporaryDirectory directory;
  const std::string root = fs::canonical(directory.path()).string();
  std::istringstream lines(fuzz::text_of(data, size));
  std::string line;
  for (int i = 0; i < kMostEntries && std::getline(lines, line); ++i) make(root, line);
  check_class(root);
  return 0;
}
