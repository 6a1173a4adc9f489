// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A student's folder is a stranger's work: links, pipes and odd names may lie there.
#include "check_submissions.hpp"

#include <algorithm>
#include <filesystem>

#include "wb/error.hpp"

namespace check {

namespace fs = std::filesystem;

std::vector<Student> find_submissions(const std::vector<Exercise>& exercises,
                                      const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) throw wb::UsageError("no folder " + folder);
  std::vector<Student> students;
  fs::directory_iterator entry(folder, failed);
  for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
    // The entry itself, not what it links to: that may be a link to itself.
    std::error_code unknown;
    if (fs::is_directory(entry->symlink_status(unknown))) {
      students.push_back({entry->path().filename().string(), {}});
    }
  }
  if (failed) throw wb::Error("cannot read the folder " + folder + ": " + failed.message());
  std::sort(students.begin(), students.end(),
            [](const Student& a, const Student& b) { return a.name < b.name; });
  if (students.empty()) throw wb::UsageError("no student's folder in " + folder);
  for (Student& student : students) {
    const fs::path home = fs::canonical(fs::path(folder) / student.name, failed);
    if (failed) throw wb::Error("cannot read " + student.name + ": " + failed.message());
    for (const Exercise& exercise : exercises) {
      std::string& file = student.files.emplace_back();
      for (const fs::path& path :
           {home / (exercise.stem + exercise.language),
            home / "chapters" / exercise.stem / ("exercise" + exercise.language)}) {
        // A link could hand in somebody else's file.
        const fs::path real = fs::canonical(path, failed);
        const bool own = !failed && real.string().starts_with(home.string() + "/");
        if (own && fs::is_regular_file(real, failed) && file.empty()) file = real.string();
      }
    }
  }
  return students;
}

}  // namespace check
