// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 11: a gallery of mistakes. Each is there twice, broken and mended; the program runs both
// and says which instrument sees the difference.
//   text      book/11_pitfalls.md          kernels  kernels/11_pitfalls/
//   exercise  chapters/11_pitfalls/exercise.cl       build/bin/11_pitfalls --exercise
// Look at one of them, then run it, then all:
//   build/bin/11_pitfalls --show barrier-after-load
//   build/bin/11_pitfalls --run barrier-after-load
//   build/bin/11_pitfalls --all
#include "11_pitfalls/gallery.hpp"

namespace {

// What to do, taken out of the command line; the rest of it is chapter_main's.
struct Task {
  std::string what, name;
  std::vector<char*> rest;
};

Task task_of(int argc, char** argv) {
  Task task;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--list" || word == "--all") {
      task.what = word;
    } else if (word == "--show" || word == "--run" || word == "--host-child") {
      task.what = word;
      task.name = i + 1 < argc ? argv[++i] : "";
    } else {
      if (word == "--child") task.what = word;
      task.rest.push_back(argv[i]);
    }
  }
  return task;
}

int list() {
  for (const chapters::Pitfall& pitfall : chapters::pitfalls()) {
    fmt::print("{:<20} {}\n", pitfall.name, pitfall.symptom);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Task task = task_of(argc, argv);
  wb::ChapterInfo info{"11_pitfalls",
                       "Pitfalls: what goes wrong, what it looks like, who sees it",
                       chapters::pitfall_experiments(task.what == "--child"),
                       {chapters::pitfall_exercise()}};
  // A child is told which one to run, by the size of that one.
  if (task.what == "--child") info.experiments.push_back(info.exercises[0]);
  try {
    if (!task.name.empty()) chapters::find_pitfall(task.name.substr(0, task.name.find('/')));
    if (task.what == "--list") return list();
    if (task.what == "--show") {
      fmt::print("{}", chapters::show(chapters::find_pitfall(task.name)));
      return 0;
    }
    if (task.what == "--host-child") {
      return chapters::host_child(task.name, task.rest.size() == 3 ? task.rest[2] : "");
    }
  } catch (const wb::Error& error) {
    fmt::print(stderr, "11_pitfalls: {}\n", error.what());
    return static_cast<int>(error.code());
  }
  return wb::chapter_main(static_cast<int>(task.rest.size()), task.rest.data(), info,
                          [&](wb::Chapter& chapter) {
                            // What goes wrong, and whether it shows, depends on the device.
                            chapter.banner();
                            if (task.what == "--all") {
                              chapters::tell_all(chapter);
                            } else if (task.what == "--run") {
                              chapter.add(tell(chapter, chapters::find_pitfall(task.name)));
                            } else {
                              chapters::tell_fixed(chapter);
                            }
                          });
}
