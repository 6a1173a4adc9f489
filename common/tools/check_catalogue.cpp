// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The catalogue of wrong and of right-but-different answers: judged here, so that the judges are
// judged, and used as a list of known misconceptions when a reader's or a student's answer fails.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "check_parts.hpp"
#include "wb/error.hpp"
#include "wb/table.hpp"
#include "wb/whole_file.hpp"

namespace check {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<std::string> files_of(const std::string& folder, const std::string& language) {
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == language) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "// wrong: NAME; judge: JUDGE; says: PART" or "// alike: NAME".
CatalogueEntry read_entry(const std::string& kind, const std::string& file) {
  CatalogueEntry entry{kind, "", file, "", "", "", {}};
  const std::string text = read_text(file);
  const std::string line = text.substr(0, text.find('\n'));
  std::smatch match;
  static const std::regex kWrong(R"(^// wrong: (.+?); judge: ([a-z]+); says: (.+)$)");
  static const std::regex kAlike(R"(^// alike: (.+)$)");
  if (!std::regex_match(line, match, kind == "wrong" ? kWrong : kAlike)) {
    entry.name = fs::path(file).stem().string();
    entry.fault = "its first line is no \"// " + kind + ": NAME" +
                  (kind == "wrong" ? "; judge: JUDGE; says: PART\"" : "\"");
    return entry;
  }
  entry.name = match[1];
  if (!text.substr(line.size() + 1).starts_with("// SPDX-License-Identifier:")) {
    entry.fault = "its second line is no licence: is the first one broken in two?";
  }
  if (kind == "wrong") {
    entry.judge = match[2];
    entry.says = match[3];
  }
  return entry;
}

bool says(const std::string& message, const std::string& part) {
  if (message.find(part) != std::string::npos) return true;
  try {
    return std::regex_search(message, std::regex(part));
  } catch (const std::regex_error&) {
    return false;  // it was meant plainly
  }
}

std::string fault_of(const CatalogueEntry& entry) {
  const wb::ExerciseVerdict& verdict = entry.verdict;
  if (verdict.status == "could not judge") {
    return "could not be judged: " + verdict.judge + " " + verdict.message;
  }
  if (entry.kind == "alike" || entry.kind == "solution") {
    return verdict.status == "solved" ? ""
                                      : "rejected by " + verdict.judge + ":\n" + verdict.message;
  }
  if (verdict.status == "solved") return "survives every judge";
  if (entry.kind == "starter") {
    for (const std::string& word : verdict.pattern()) {
      if (word.ends_with("/error")) return "does not build:\n" + verdict.message;
    }
    return "";
  }
  if (verdict.judge != entry.judge) {
    return fmt::format("is stopped by {}, not by {}:\n{}", verdict.judge, entry.judge,
                       verdict.message);
  }
  if (says(verdict.message, entry.says)) return "";
  return fmt::format("{} does not say \"{}\":\n{}", entry.judge, entry.says, verdict.message);
}

// The sentence that says what is wrong: the first comment that is no licence line.
std::string remark(const std::string& file) {
  std::istringstream lines(read_text(file));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    if (line.starts_with("// SPDX") || line.empty()) continue;
    return line.starts_with("// ") ? line.substr(3) : "";
  }
  return "";
}

std::string begin_mark(const Exercise& exercise) {
  return "<!-- note: judges of " + exercise.stem + " -->\n";
}
constexpr const char* kEndMark = "<!-- note: end of the judges -->\n";

std::string printable(const std::string& text) {
  std::string out;
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' ? c : '?';
  return out;
}

}  // namespace

std::vector<CatalogueEntry> judge_catalogue(const Places& places, const Exercise& exercise,
                                            const Ask& ask, unsigned jobs) {
  const std::string folder = places.root + "/tests/exercises/";
  std::vector<CatalogueEntry> entries;
  entries.push_back({"solution", "the solution", exercise.solution, "", "", "", {}});
  entries.push_back({"starter", "the starter", exercise.starter, "", "", "", {}});
  for (const char* kind : {"alike", "wrong"}) {
    const std::vector<std::string> files =
        files_of(folder + kind + "/" + exercise.stem, exercise.language);
    for (const std::string& file : files) entries.push_back(read_entry(kind, file));
    const std::size_t promised = std::string(kind) == "wrong" ? kPromisedWrong : kPromisedAlike;
    if (files.size() >= promised) continue;
    entries.push_back({kind,
                       fmt::format("{} of {} promised", files.size(), promised),
                       "",
                       "",
                       "",
                       "fewer entries than promised",
                       {}});
  }
  in_parallel(entries.size(), jobs, [&](std::size_t i) {
    CatalogueEntry& entry = entries[i];
    if (!entry.fault.empty()) return;
    entry.verdict = judge(exercise, entry.file, ask);
    entry.fault = fault_of(entry);
  });
  if (const std::size_t count = hints(exercise).size(); count != 3) {
    entries.push_back({"hints",
                       fmt::format("{} of 3", count),
                       "",
                       "",
                       "",
                       "the solution holds three lines \"//! hint N: TEXT\"",
                       {}});
  }
  return entries;
}

// The row of `page`'s matrix of this exercise that begins with `name`: its cells, name first.
std::vector<std::string> recorded_row(const std::string& page, const Exercise& exercise,
                                      const std::string& name) {
  const std::size_t begin = page.find(begin_mark(exercise));
  if (begin == std::string::npos) return {};
  std::istringstream lines(page.substr(begin, page.find(kEndMark, begin) - begin));
  std::vector<std::string> cells;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| " + name + " |")) continue;
    for (std::size_t at = 2, end; (end = line.find(" |", at)) != std::string::npos; at = end + 3) {
      cells.push_back(line.substr(at, end - at));
    }
    break;
  }
  return cells;
}

std::string matrix(const std::vector<CatalogueEntry>& entries, const Exercise& exercise,
                   const std::string& page) {
  std::vector<std::string> judges;  // the exercise's own, as its verdicts name them
  for (const CatalogueEntry& entry : entries) {
    for (const wb::JudgeFinding& finding : entry.verdict.judges) {
      if (std::find(judges.begin(), judges.end(), finding.judge) == judges.end()) {
        judges.push_back(finding.judge);
      }
    }
  }
  std::string table = "| answer |", rule = "|---|";
  for (const std::string& judge : judges) {
    table += " " + judge + " |";
    rule += "---|";
  }
  table += "\n" + rule + "\n";
  for (const char* kind : {"wrong", "starter", "alike", "solution"}) {
    for (const CatalogueEntry& entry : entries) {
      if (entry.kind != kind || entry.file.empty()) continue;
      const std::string name = (entry.kind == "alike" ? "right: " : "") + entry.name;
      const std::vector<std::string> recorded = recorded_row(page, exercise, name);
      table += "| " + name;
      for (std::size_t j = 0; j < judges.size(); ++j) {
        const std::string& judge = judges[j];
        std::string cell = "not run";
        for (const wb::JudgeFinding& finding : entry.verdict.judges) {
          if (finding.judge != judge) continue;
          // With an order missing, the values are those of the moment.
          if (judge == "values" && entry.verdict.judge == "graph") {
            cell = "by luck";
            continue;
          }
          cell = finding.status == "fail"
                     ? judge == entry.verdict.judge ? "**stops it**" : "sees it"
                 : finding.status == "pass" ? "passes"
                 : finding.message == wb::kNotReached
                     ? (recorded.size() == judges.size() + 1 ? recorded[j + 1] : "not run")
                     : "cannot run it";
        }
        table += " | " + cell;
      }
      table += " |\n";
    }
  }
  return table;
}

std::string with_matrix(const std::string& page, const Exercise& exercise,
                        const std::string& table) {
  const std::string begin = begin_mark(exercise);
  const std::string part = begin + "\n" + table + "\n" + kEndMark;
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) {
    // In the order of the chapters: before the first section of a later one.
    std::size_t place = page.size();
    const std::regex heading("\n## (\\d\\d_\\w+)\n");
    for (std::sregex_iterator it(page.begin(), page.end(), heading), end; it != end; ++it) {
      if ((*it)[1].str() > exercise.stem) {
        place = static_cast<std::size_t>(it->position()) + 1;
        break;
      }
    }
    const std::string section = "## " + exercise.stem + "\n\n" + part;
    return page.substr(0, place) + (place == page.size() ? "\n" + section : section + "\n") +
           page.substr(place);
  }
  const std::size_t end = page.find(kEndMark, at);
  if (end == std::string::npos) throw wb::Error("the page lacks its line " + std::string(kEndMark));
  return page.substr(0, at) + part + page.substr(end + std::string(kEndMark).size());
}

std::string patterns_file(const Places& places, const Exercise& exercise) {
  return places.root + "/tests/exercises/patterns/" + exercise.stem + ".json";
}

std::string patterns(const std::vector<CatalogueEntry>& entries) {
  json all = json::array();
  for (const CatalogueEntry& entry : entries) {
    if (entry.kind != "wrong" || entry.file.empty()) continue;
    json words = json::array();
    for (const std::string& word : entry.verdict.pattern()) {
      if (word.starts_with(entry.judge + "/")) words.push_back(word);
    }
    all.push_back({{"name", entry.name},
                   {"remark", remark(entry.file)},
                   {"judge", entry.judge},
                   {"fails", words}});
  }
  return all.dump(1) + "\n";
}

bool same_entries(const std::string& one, const std::string& other) {
  json a = json::parse(one, nullptr, false), b = json::parse(other, nullptr, false);
  for (json* all : {&a, &b}) {
    if (!all->is_array()) return false;
    for (json& entry : *all) entry.erase("fails");
  }
  return a == b;
}

std::string nearest(const Places& places, const Exercise& exercise,
                    const wb::ExerciseVerdict& verdict) {
  const std::string file = patterns_file(places, exercise);
  std::error_code ignored;
  if (verdict.status != "wrong" || !fs::exists(file, ignored)) return "";
  const json all = json::parse(read_text(file), nullptr, false);
  if (!all.is_array()) return "";
  std::set<std::string> mine;
  for (const std::string& word : verdict.pattern()) {
    if (word.starts_with(verdict.judge + "/")) mine.insert(word);
  }
  double best = 0;
  std::vector<std::string> names;
  for (const json& entry : all) {
    if (entry.value("judge", "") != verdict.judge) continue;
    std::set<std::string> theirs;
    for (const auto& word : entry.at("fails")) theirs.insert(word.get<std::string>());
    std::set<std::string> both, either = mine;
    std::set_intersection(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                          std::inserter(both, both.end()));
    either.insert(theirs.begin(), theirs.end());
    const double likeness = either.empty() ? 0 : double(both.size()) / double(either.size());
    if (likeness < 0.75 || likeness < best) continue;
    if (likeness > best) names.clear();
    best = likeness;
    const std::string why = entry.value("remark", "");
    names.push_back(entry.value("name", "") + (why.empty() ? "" : " (" + why + ")"));
  }
  // What fails like many others tells nothing.
  if (names.empty() || names.size() > 3) return "";
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", or ") + name;
  return text;
}

// ---------------------------------------------------------------------------------------------

int grade(const Places& places, const std::vector<Exercise>& exercises, const std::string& folder,
          const Ask& ask, unsigned jobs, const std::string& json_file) {
  struct Work {
    std::string student;
    const Exercise* exercise;
    std::string file, guess;
    wb::ExerciseVerdict verdict;
  };
  const std::vector<Student> students = find_submissions(exercises, folder);
  std::vector<Work> work;
  for (const Student& student : students) {
    for (std::size_t e = 0; e < exercises.size(); ++e) {
      work.push_back({student.name, &exercises[e], student.files[e], "", {}});
    }
  }
  in_parallel(work.size(), jobs, [&](std::size_t i) {
    Work& one = work[i];
    if (one.file.empty()) return;
    one.verdict = judge(*one.exercise, one.file, ask);
    one.guess = nearest(places, *one.exercise, one.verdict);
  });

  // An exercise that nobody handed in was not set: it has no column.
  const auto handed_in = [&](std::size_t e) {
    for (std::size_t i = e; i < work.size(); i += exercises.size()) {
      if (!work[i].file.empty()) return true;
    }
    return false;
  };
  std::vector<std::size_t> set;
  for (std::size_t e = 0; e < exercises.size(); ++e) {
    if (handed_in(e)) set.push_back(e);
  }
  if (set.empty()) throw wb::UsageError("no student in " + folder + " has handed in an exercise");
  std::vector<std::string> heads = {"student"};
  for (const std::size_t e : set) heads.push_back(exercises[e].stem);
  heads.emplace_back("solved");
  wb::Table table(heads);
  std::map<std::string, std::map<std::string, int>> misconceptions;
  json rows = json::array();
  bool all_judged = true;
  for (std::size_t s = 0; s < students.size(); ++s) {
    std::vector<std::string> cells = {printable(students[s].name)};
    int solved = 0;
    for (const std::size_t e : set) {
      const Work& one = work[s * exercises.size() + e];
      const std::string status = one.file.empty() ? "missing" : one.verdict.status;
      cells.push_back(status == "wrong" ? one.verdict.judge : status);
      solved += status == "solved";
      all_judged &= status != "could not judge";
      if (status == "wrong") {
        ++misconceptions[one.exercise->stem][one.guess.empty()
                                                 ? "nothing known; stopped by " + one.verdict.judge
                                                 : one.guess];
      }
      rows.push_back({{"student", students[s].name},
                      {"exercise", one.exercise->stem},
                      {"status", status},
                      {"judge", one.verdict.judge},
                      {"guess", one.guess},
                      {"message", one.verdict.message}});
    }
    cells.push_back(fmt::format("{} of {}", solved, set.size()));
    table.add(cells);
  }
  fmt::print("{}\n", table.str());
  for (const auto& [stem, guesses] : misconceptions) {
    const auto most =
        std::max_element(guesses.begin(), guesses.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    fmt::print("{}: most often ({}) it fails like this, a guess: {}\n", stem, most->second,
               most->first);
  }
  if (!json_file.empty()) {
    wb::save_file(json_file, rows.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  }
  return static_cast<int>(all_judged ? wb::ExitCode::kOk : wb::ExitCode::kSkipped);
}

}  // namespace check
