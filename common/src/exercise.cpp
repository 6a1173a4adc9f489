// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/exercise.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "judge.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kFlood = 1u << 20;  // what a kernel may print

// ---------------------------------------------------------------------------------------------
// where things are, and what a child may read

std::vector<std::string> hidden_folders() {
  return {source_folder() + "/tests/exercises"};
}

void add_path_list(std::vector<std::string>& paths, const char* variable) {
  const char* value = std::getenv(variable);
  std::stringstream parts(value == nullptr ? "" : value);
  for (std::string part; std::getline(parts, part, ':');) {
    if (part.starts_with("/")) paths.push_back(part);
  }
}

}  // namespace

Confinement confinement_for(const std::string& file, const std::string& scratch) {
  std::vector<std::string> folders = {"/usr",
                                      "/bin",
                                      "/sbin",
                                      "/lib",
                                      "/lib32",
                                      "/lib64",
                                      "/opt",
                                      "/nix/store",
                                      "/proc",
                                      "/sys",
                                      "/etc/OpenCL",
                                      "/etc/ld.so.cache",
                                      "/etc/ld.so.conf",
                                      "/etc/ld.so.conf.d",
                                      "/etc/alternatives",
                                      "/etc/nvidia"};
  folders.push_back(fs::path(executable_path()).parent_path().string());
  folders.push_back(source_folder() + "/kernels");
  if (const std::string plugin = lens_plugin_path(nullptr); !plugin.empty()) {
    folders.push_back(fs::path(plugin).parent_path().string());
  }
  for (const char* variable :
       {"LD_LIBRARY_PATH", "OCL_ICD_VENDORS", "WB_KERNEL_DIR", "LD_PRELOAD"}) {
    add_path_list(folders, variable);
  }
  Confinement confinement;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (!fs::exists(folder, ignored)) continue;
    for (std::string& path : without(folder, hidden_folders())) {
      confinement.readable.push_back(std::move(path));
    }
  }
  confinement.readable.push_back(file);
  confinement.writable = {scratch};
  return confinement;
}

std::vector<Question> questions(const ChapterInfo& info) {
  std::vector<Question> all;
  for (const Experiment& experiment : info.exercises) {
    for (const Variant& variant : experiment.variants) {
      for (const Size& size : experiment.test_sizes) {
        for (const DataKind kind : experiment.test_data) {
          all.push_back({&experiment, &variant, size, kind});
        }
      }
    }
  }
  return all;
}

std::map<std::string, std::string> child_environment(const std::string& file,
                                                     const std::string& scratch) {
  for (const char* folder : {"/cache", "/tmp"}) fs::create_directories(scratch + folder);
  return {{"WB_EXERCISE", file},
          {"POCL_CACHE_DIR", scratch + "/cache"},
          {"XDG_CACHE_HOME", scratch + "/cache"},
          {"TMPDIR", scratch + "/tmp"},
          {"HOME", scratch}};
}

Judge::Judge(const ChapterInfo& info, const ChapterOptions& options, std::string file,
             JudgeOptions how)
    : info_(info), options_(options), file_(std::move(file)), how_(how) {
  shown_ = fs::path(file_).lexically_relative(fs::current_path()).string();
  if (shown_.empty() || shown_.starts_with("..")) shown_ = file_;
  std::ifstream in(file_, std::ios::binary);
  source_.assign(std::istreambuf_iterator<char>(in), {});
}

ExerciseVerdict Judge::run() {
  const auto start = std::chrono::steady_clock::now();
  verdict_.chapter = info_.stem;
  verdict_.file = shown_;
  verdict_.status = "solved";
  verdict_.gap = confinement_gap();
  std::vector<std::pair<std::string, std::function<void(JudgeFinding&)>>> judges = {
      {"values", [this](JudgeFinding& finding) { values(finding); }},
      {"race", [this](JudgeFinding& finding) { races(finding); }},
      {"lens", [this](JudgeFinding& finding) { traffic(finding); }}};
  if (info_.host) {
    judges.clear();
    for (std::size_t j = 0; j < info_.host->judges.size(); ++j) {
      judges.emplace_back(info_.host->judges[j].name,
                          [this, j](JudgeFinding& finding) { decide_host(j, finding); });
    }
  }
  bool ended = true;
  for (const auto& [name, judge] : judges) {
    JudgeFinding finding{name, "not run", {}, "an earlier judge has found something"};
    const bool first = verdict_.status == "solved";
    if (first || (how_.every_judge && ended)) {
      finding.status = "pass";
      finding.message.clear();
      judge(finding);
      ended = !endless_;
    }
    if (first && finding.status != "pass") {
      verdict_.status = finding.status == "fail" ? "wrong" : "could not judge";
      verdict_.judge = name;
      verdict_.message = finding.message;
    }
    verdict_.judges.push_back(std::move(finding));
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  verdict_.seconds = took.count();
  return verdict_;
}

std::string Judge::readable(std::string text) const {
  for (std::size_t at = 0; (at = text.find(file_, at)) != std::string::npos; at += shown_.size()) {
    text.replace(at, file_.size(), shown_);
  }
  return text;
}

Apart Judge::apart(const std::string& folder) const {
  Apart apart;
  apart.confinement = confinement_for(file_, folder);
  apart.confinement.cpu_seconds = how_.cpu_seconds;
  apart.environment = child_environment(file_, folder);
  apart.folder = folder;
  apart.time_limit = std::chrono::seconds(std::max(180u, 10 * how_.cpu_seconds));
  apart.flood_limit = kFlood;
  return apart;
}

void Judge::keep_printed(const std::string& text) {
  if (verdict_.printed.empty()) verdict_.printed = tame(text);
}

<<<<<<< HEAD
void write_bytes(const std::string& path, const void* bytes, std::size_t count) {
=======
struct FaultShape {
  std::size_t wrong = 0, zero = 0, nan = 0, poison = 0;
  bool all_zero = true;
};

FaultShape shape_of(const Array& got, const Expected& expected) {
  FaultShape shape;
  for (std::size_t i = 0; i < got.count(); ++i) {
    shape.all_zero = shape.all_zero && got.value(i) == 0;
    if (is_right(got, i, expected)) continue;
    ++shape.wrong;
    if (is_poison(got, i)) {
      ++shape.poison;
    } else if (std::isnan(got.value(i))) {
      ++shape.nan;
    } else if (got.value(i) == 0) {
      ++shape.zero;
    }
  }
  return shape;
}

// What the pattern of wrong elements and of wrong cases suggests, the surest first.
std::string values_meaning(const FaultShape& shape, std::size_t count,
                           const std::vector<std::pair<Question, bool>>& cases) {
  if (shape.poison == count) {
    return "No element was ever written: the kernel stored nothing, or to another place.";
  }
  if (shape.poison == shape.wrong) {
    return "What was written is right; the elements marked ? were never written. Look at who "
           "stores "
           "them, and at the guard of that store.";
  }
  if (shape.all_zero) {
    return "Every element is zero: was the sum stored before it was computed, or never added to?";
  }
  bool special_only = true, integers_right = true, exact_right = true, off_wrong = false;
  std::string right, wrong;
  std::set<std::string> seen;
  for (const auto& [question, ok] : cases) {
    const auto plan = question.variant->plan(question.size, DeviceFacts{});
    bool whole = !plan.launches.empty();
    if (whole) {
      const cl::NDRange& local = plan.launches.back().local;
      std::size_t step = 1;
      for (std::size_t d = 0; d < local.dimensions(); ++d) step = std::max(step, local[d]);
      for (const std::size_t n : question.size) whole &= n % step == 0;
    }
    if (!ok) {
      special_only &= question.kind == DataKind::kSpecial;
      integers_right &= question.kind != DataKind::kIntegers;
      exact_right &= !whole;
      off_wrong |= !whole;
    }
    const std::string size = size_text(question.size, " x ");
    if (seen.insert(size).second) {
      const bool all = std::all_of(cases.begin(), cases.end(), [&](const auto& c) {
        return c.first.size != question.size || c.second;
      });
      (all ? right : wrong) += ((all ? right : wrong).empty() ? "" : ", ") + size;
    }
  }
  std::string meaning;
  if (special_only) {
    meaning =
        "Ordinary numbers are right; NaN and infinities are not. Something is added that should "
        "not "
        "take part: 0 times infinity is NaN, so a value from beyond the edge shows here first.";
  } else if (integers_right) {
    meaning =
        "Small integers are right, fractions are not: something is rounded or cut off on the way.";
  } else if (exact_right && off_wrong) {
    meaning =
        "Sizes that the work-group divides are right, others are not: look at the edges, at what "
        "is "
        "loaded beyond them and at the last, partial step of each loop.";
  } else if (shape.nan > 0 && shape.nan == shape.wrong) {
    meaning = "Where it is wrong it is NaN: a value was used that nobody had set.";
  } else {
    meaning = "Compare the places above with what you expect a work-item to read and write.";
  }
  if (!right.empty()) meaning += "\nAll right at " + right + "; wrong at " + wrong + ".";
  return meaning;
}

std::string counter_meaning(const std::string& counter) {
  static const std::vector<std::pair<std::string, std::string>> kMeanings = {
      {"global_load_sectors",
       "Too much is fetched from global memory. Either neighbours do not read neighbours, so that "
       "each request touches many sectors, or a value is fetched more often than once."},
      {"global_load",
       "The loads from global memory are not what the exercise asks for: who reads what, and how "
       "often?"},
      {"global_store",
       "The stores are scattered: neighbouring work-items should store neighbouring elements."},
      {"local_load",
       "Lanes of one request hit the same bank of local memory and wait for one another."},
      {"local_store",
       "Lanes of one request store to the same bank of local memory and wait for one another."},
      {"simt",
       "Lanes of one warp take different ways, or their loops end at different times: some stand "
       "idle "
       "while others work. Which lanes could take the same way?"},
      {"flops",
       "More is computed than the results need: is a value worked out and then thrown away?"},
      {"atomic", "Many work-items wait for one address: add up locally first."},
      {"constant",
       "Lanes read different words of constant memory, which serves one word at a time."}};
  for (const auto& [start, meaning] : kMeanings) {
    if (counter.starts_with(start)) return meaning;
  }
  return "The kernel does more of this than the exercise allows.";
}

std::string source_line(const std::string& source, unsigned number) {
  std::istringstream lines(source);
  std::string line;
  for (unsigned n = 0; n < number; ++n) std::getline(lines, line);
  const auto begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

// Control characters of a stranger's output would drive the terminal; long output would hide us.
std::string tame(const std::string& text) {
  std::string out;
  for (const char c : text.substr(0, kShownOutput)) {
    out += c == '\n' || (c >= ' ' && c <= '~') ? c : '?';
  }
  if (text.size() > kShownOutput) out += "\n...";
  return out;
}

// ---------------------------------------------------------------------------------------------

class Judge {
 public:
  Judge(const ChapterInfo& info, const ChapterOptions& options, std::string file, JudgeOptions how)
      : info_(info), options_(options), file_(std::move(file)), how_(how) {
    shown_ = fs::path(file_).lexically_relative(fs::current_path()).string();
    if (shown_.empty() || shown_.starts_with("..")) shown_ = file_;
    std::ifstream in(file_, std::ios::binary);
    source_.assign(std::istreambuf_iterator<char>(in), {});
  }

  ExerciseVerdict run() {
    const auto start = std::chrono::steady_clock::now();
    verdict_.chapter = info_.stem;
    verdict_.file = shown_;
    verdict_.status = "solved";
    verdict_.gap = confinement_gap();
    const std::vector<std::pair<std::string, void (Judge::*)(JudgeFinding&)>> judges = {
        {"values", &Judge::values}, {"race", &Judge::races}, {"lens", &Judge::traffic}};
    bool ended = true;
    for (const auto& [name, judge] : judges) {
      JudgeFinding finding{name, "not run", {}, "an earlier judge has found something"};
      const bool first = verdict_.status == "solved";
      if (first || (how_.every_judge && ended)) {
        finding.status = "pass";
        finding.message.clear();
        (this->*judge)(finding);
        ended = !endless_;
      }
      if (first && finding.status != "pass") {
        verdict_.status = finding.status == "fail" ? "wrong" : "could not judge";
        verdict_.judge = name;
        verdict_.message = finding.message;
      }
      verdict_.judges.push_back(std::move(finding));
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    verdict_.seconds = took.count();
    return verdict_;
  }

 private:
  const ChapterInfo& info_;
  const ChapterOptions& options_;
  std::string file_, shown_, source_;
  JudgeOptions how_;
  ExerciseVerdict verdict_;
  bool endless_ = false;

  // Paths as the reader typed them, not as we handed them on.
  std::string readable(std::string text) const {
    for (std::size_t at = 0; (at = text.find(file_, at)) != std::string::npos;
         at += shown_.size()) {
      text.replace(at, file_.size(), shown_);
    }
    return text;
  }

  Apart apart(const std::string& folder) const {
    Apart apart;
    apart.confinement = confinement_for(file_, folder);
    apart.confinement.cpu_seconds = how_.cpu_seconds;
    apart.environment = child_environment(file_, folder);
    apart.folder = folder;
    apart.time_limit = std::chrono::seconds(std::max(180u, 10 * how_.cpu_seconds));
    apart.flood_limit = kFlood;
    return apart;
  }

  void keep_printed(const std::string& text) {
    if (verdict_.printed.empty()) verdict_.printed = tame(text);
  }

  void values(JudgeFinding& finding) {
    const TemporaryDirectory scratch;
    const Apart apart = this->apart(scratch.path());
    Command command;
    command.argv = {executable_path(), "--child", "exercise", "--outputs", scratch.path()};
    if (!options_.device.empty())
      command.argv.insert(command.argv.end(), {"--device", options_.device});
    command.environment = apart.environment;
    command.directory = scratch.path();
    command.time_limit = apart.time_limit;
    command.flood_limit = apart.flood_limit;
    command.confinement = apart.confinement;
    const ProcessResult result = run_process(command);
    keep_printed(result.out);
    endless_ = result.timed_out || result.signal == SIGXCPU;

    const std::vector<Question> all = questions(info_);
    std::vector<std::pair<Question, bool>> cases;
    std::vector<Failure> failures;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Question& question = all[i];
      const auto left = read_left_file(fmt::format("{}/{}", scratch.path(), i), 1u << 30);
      if (!left) {
        stopped(finding, failures, question, result, scratch.path());
        break;
      }
      const auto* begin = reinterpret_cast<const std::byte*>(left->data());
      PreparedProblem prepared(*question.experiment, question.size, question.kind, options_.seed);
      std::vector<Array> outputs;
      const Verdict verdict =
          prepared.judge_raw({begin, begin + left->size()}, true, *question.variant, &outputs);
      cases.emplace_back(question, verdict.ok);
      const std::string what = verdict.ok ? "" : verdict.first.empty() ? "outside" : "wrong";
      finding.cases.push_back(
          {question.name(), verdict.ok ? "pass" : "fail",
           what == "wrong" ? kind_of_wrong(question, prepared, outputs) : what});
      if (verdict.ok) continue;
      finding.status = "fail";
      failures.push_back({question, verdict, what, std::move(outputs), ""});
    }
    if (!failures.empty()) finding.message = explain(failures, cases);
    if (finding.status == "pass" && !result.ok()) {
      finding.status = "fail";
      finding.cases.push_back({"after the last case", "fail", "crashed"});
      finding.message = fmt::format(
          "what      every value is right, but then the program {}\n"
          "means     Something was written outside the arrays and only noticed later.\n{}",
          result.describe(), re_read(info_.stem, "What can go wrong"));
    }
    if (all.empty()) finding.status = "not run";
  }

  // One word for how the values are wrong, for the pattern.
  static std::string kind_of_wrong(const Question& question, const PreparedProblem& prepared,
                                   const std::vector<Array>& outputs) {
    const auto reference =
        question.variant->reference ? question.variant->reference : question.experiment->reference;
    for (std::size_t o = 0; reference && o < outputs.size(); ++o) {
      const FaultShape shape = shape_of(outputs[o], reference(prepared.problem(), o));
      if (shape.wrong == 0) continue;
      if (shape.poison == shape.wrong) return "never written";
      if (shape.nan == shape.wrong) return "NaN";
      return shape.zero == shape.wrong ? "zero" : "wrong";
    }
    return "wrong";
  }

  struct Failure {
    Question question;
    Verdict verdict;
    std::string what;  // "wrong", "outside", or how the child stopped
    std::vector<Array> outputs;
    std::string message;  // instead of the verdict's, if it stopped
  };

  static std::string place_of(const Question& question) {
    return fmt::format("{}, {} data", size_text(question.size, " x "), kind_text(question.kind));
  }

  // One failure in full, the one that shows most: wrong values before a crash, much output before
  // little. Each other kind of failure in a line.
  std::string explain(const std::vector<Failure>& failures,
                      const std::vector<std::pair<Question, bool>>& cases) {
    const auto elements = [](const Failure& failure) {
      std::size_t count = 0;
      if (failure.what == "wrong") {
        for (const Array& array : failure.outputs) count += array.count();
      }
      return count;
    };
    const Failure* shown = &failures.front();
    for (const Failure& failure : failures) {
      if (elements(failure) > elements(*shown)) shown = &failure;
    }
    std::string text = shown->message;
    if (text.empty()) {
      text =
          fmt::format("what      at {}: {}\n", place_of(shown->question), shown->verdict.message);
      if (shown->what == "outside") {
        text += "means     An index left the array: a guard is missing, or the index is wrong.\n" +
                re_read(info_.stem, "What can go wrong");
      } else {
        text += where_and_why(*shown, cases);
      }
    }
    std::set<std::string> told = {shown->what};
    for (const Failure& failure : failures) {
      if (!told.insert(failure.what).second) continue;
      const std::string first =
          failure.message.empty() ? failure.verdict.message : failure.message.substr(10);
      text += fmt::format("also      at {}: {}\n", place_of(failure.question),
                          first.substr(0, first.find('\n')));
    }
    return text;
  }

  std::string where_and_why(const Failure& shown,
                            const std::vector<std::pair<Question, bool>>& cases) {
    const Question& question = shown.question;
    const Fault& fault = shown.verdict.first[0];
    std::string text;
    for (std::size_t o = 0; o < shown.outputs.size(); ++o) {
      const Array& array = shown.outputs[o];
      if (fault.where.substr(0, fault.where.find('[')) != array.name) continue;
      const auto reference = question.variant->reference ? question.variant->reference
                                                         : question.experiment->reference;
      if (!reference) break;
      PreparedProblem prepared(*question.experiment, question.size, question.kind, options_.seed);
      const Expected expected = reference(prepared.problem(), o);
      const std::string stores = stores_to(source_, array.name);
      const std::string who = owner(*question.variant, question.size, array, fault.index);
      if (!stores.empty()) {
        text += fmt::format("where     {} is stored at {}:{}\n", array.name, shown_, stores);
      }
      if (!who.empty()) text += fmt::format("where     {} belongs to {}\n", fault.where, who);
      text += indented(draw_faults(array, expected), "          ");
      std::string meaning = values_meaning(shape_of(array, expected), array.count(), cases);
      for (std::size_t at = 0; (at = meaning.find('\n', at)) != std::string::npos; at += 11) {
        meaning.insert(at + 1, "          ");
      }
      text += "means     " + meaning + "\n";
      break;
    }
    return text + re_read(info_.stem, "The kernel in pieces");
  }

  // The child left no bytes for this question: it does not build, crashed, hangs, or was refused.
  void stopped(JudgeFinding& finding, std::vector<Failure>& failures, const Question& question,
               const ProcessResult& result, const std::string& folder) {
    const json reason =
        json::parse(read_left_file(folder + "/reason", 1u << 20).value_or(""), nullptr, false);
    const std::string status = reason.is_object() ? reason.value("status", "") : "";
    const std::string why = readable(reason.is_object() ? reason.value("reason", "") : "");
    // The clock alone is no verdict: a busy machine is slow for right answers too.
    const bool starved = result.timed_out && result.signal != SIGXCPU;
    if (status == "skipped" || !result.started || starved) {
      finding.cases.push_back({question.name(), "not run", starved ? "starved" : "skipped"});
      if (finding.status != "fail") {
        finding.status = "not run";
        finding.message = starved
                              ? result.describe() +
                                    ", and had not used its processor time: is this machine busy, "
                                    "or do work-items wait for one another?\n"
                          : result.started ? why
                                           : result.describe();
      }
      return;
    }
    const bool crashed = result.signal != 0 || result.timed_out || result.flooded;
    const char* what = endless_         ? "endless"
                       : result.flooded ? "flood"
                       : crashed        ? "crashed"
                                        : "error";
    finding.cases.push_back({question.name(), "fail", what});
    // No device, or a driver that fails at once, is not the reader's fault.
    if (!crashed && status == "environment") {
      finding.status = "not run";
      finding.message = why;
      return;
    }
    finding.status = "fail";
    failures.push_back({question, {}, what, {}, ""});
    std::string& message = failures.back().message;
    if (!crashed) {
      const std::size_t length = result.err.size();
      const std::string tail = result.err.substr(length - std::min<std::size_t>(length, 300));
      message = fmt::format(
          "what      {}\nmeans     The compiler or the launch refused it; mend what the first "
          "message "
          "names.\n",
          why.empty() ? fmt::format("{}: {}", result.describe(), tame(tail)) : why);
      return;
    }
    const char* means =
        endless_
            ? "A loop does not end, or work-items wait at a barrier for others that never come."
        : result.flooded
            ? "Print from one work-item only, and take it out before you hand in."
            : "Most often an address outside its array: a guard is missing, or an index is wrong.";
    message = fmt::format("what      at {}: the program that ran your kernel {}\nmeans     {}\n{}",
                          place_of(question), result.describe(), means,
                          re_read(info_.stem, "What can go wrong"));
  }

  void races(JudgeFinding& finding) {
    for (const Experiment& experiment : info_.exercises) {
      for (const Variant& variant : experiment.variants) {
        for (const Size& size : experiment.race_sizes) {
          if (variant.exempt.count("race")) continue;
          const TemporaryDirectory scratch;
          const Apart apart = this->apart(scratch.path());
          const RaceOutcome outcome = race(executable_path(), experiment, variant, size, &apart);
          keep_printed(outcome.out);
          note_race(finding, size, outcome);
          if (finding.status != "pass" && !how_.every_judge) return;
        }
      }
    }
    if (finding.cases.empty()) finding.status = "not run";
  }

  void note_race(JudgeFinding& finding, const Size& size, const RaceOutcome& outcome) {
    const std::string name = size_text(size);
    if (outcome.status == "clean") {
      finding.cases.push_back({name, "pass", ""});
      return;
    }
    const bool dirty = outcome.status == "dirty";
    std::set<std::string> kinds;
    for (const RaceReport& report : outcome.reports) kinds.insert(report.kind);
    if (dirty && kinds.empty()) kinds.insert("wrong");
    for (const std::string& kind : kinds) finding.cases.push_back({name, "fail", kind});
    // A kernel that stops the simulator has not passed; whose fault that is we cannot say.
    if (!dirty) finding.cases.push_back({name, "not run", "stopped"});
    if (finding.status == "fail" || (finding.status == "not run" && !dirty)) return;
    finding.status = dirty ? "fail" : "not run";
    std::string text =
        fmt::format("what      at {}, under the simulator: ", size_text(size, " x "));
    text += dirty && outcome.reports.empty() ? outcome.reason + "\n"
            : dirty                          ? fmt::format("{} reports\n", outcome.reports.size())
                    : "it could not be run: " + readable(outcome.reason) + "\n";
    for (std::size_t i = 0; i < std::min(outcome.reports.size(), kShownReports); ++i) {
      const RaceReport& report = outcome.reports[i];
      if (report.line == 0) {  // about the call or the log, not about a line
        text += "          " + report.message + "\nmeans     " + report.explanation + "\n";
        continue;
      }
      text += fmt::format("where     {}:{}: {}\n            {}\n", readable(report.file),
                          report.line, report.message, report.source);
      if (report.other_line != 0 && report.other_line != report.line) {
        text += fmt::format("          and {}:{}\n            {}\n", readable(report.file),
                            report.other_line, report.other_source);
      }
      for (const std::string& item : report.work_items) {
        text += "          work-item " + item + "\n";
      }
      text += "means     " + report.explanation + "\n";
    }
    if (outcome.reports.size() > kShownReports) {
      text += fmt::format("          and {} more: build/bin/{} --exercise=FILE\n",
                          outcome.reports.size() - kShownReports, info_.stem);
    }
    finding.message = text + re_read(info_.stem, "What can go wrong");
  }

  void traffic(JudgeFinding& finding) {
    for (const Experiment& experiment : info_.exercises) {
      for (const Variant& variant : experiment.variants) {
        if (experiment.lens_size.empty() || variant.exempt.count("lens")) continue;
        const TemporaryDirectory scratch;
        const Apart apart = this->apart(scratch.path());
        const LensOutcome outcome = lens(executable_path(), experiment, variant,
                                         experiment.lens_size, options_.model, &apart);
        if (outcome.status != "ok") {
          finding.status = "not run";
          finding.cases.push_back({size_text(experiment.lens_size), "not run", "stopped"});
          finding.message =
              "what      the lens could not run it: " + readable(outcome.reason) + "\n";
          return;
        }
        note_traffic(finding, experiment, variant, outcome);
      }
    }
    if (finding.cases.empty()) finding.status = "not run";
  }

  void note_traffic(JudgeFinding& finding, const Experiment& experiment, const Variant& variant,
                    const LensOutcome& outcome) {
    LensCounts sum;
    for (const LensKernel& kernel : outcome.report.kernels) sum += kernel.counts;
    const LensModel& model = outcome.report.model;
    const auto counted = flatten(sum, model);
    Traffic limits;
    if (variant.at_most) limits = variant.at_most(experiment.lens_size, model);
    for (const auto& [name, limit] : limits) {
      const auto got = counted.find(name);
      if (got == counted.end()) throw Error("the contract names no counter: " + name);
      const bool ok = got->second <= limit;
      finding.cases.push_back({name, ok ? "pass" : "fail", ok ? "" : "exceeded"});
      if (ok) continue;
      const bool first = finding.status == "pass";
      finding.status = "fail";
      finding.message += fmt::format(
          "{}at {}: {}: {} counted, at most {} allowed\n", first ? "what      " : "          and ",
          size_text(experiment.lens_size, " x "), name, got->second, limit);
      const LensLine* worst = nullptr;
      double most = 0;
      for (const LensKernel& kernel : outcome.report.kernels) {
        for (const LensLine& line : kernel.lines) {
          const double value = flatten(line.counts, model)[name];
          if (line.line != 0 && value > most) {
            most = value;
            worst = &line;
          }
        }
      }
      if (worst) {
        finding.message += fmt::format("where     {}:{}: {} of them\n            {}\n", shown_,
                                       worst->line, most, source_line(source_, worst->line));
      }
      finding.message += "means     " + counter_meaning(name) + "\n";
    }
    if (finding.status == "fail") {
      finding.message +=
          fmt::format("          See each line's share: build/bin/{} --lens=lines\n{}", info_.stem,
                      re_read(info_.stem, "Through the lens"));
    }
  }
};

void write_bytes(const std::string& path, const std::vector<std::byte>& bytes) {
>>>>>>> wt13
  std::ofstream out(path + ".part", std::ios::binary);
  out.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
  out.close();
  if (out) fs::rename(path + ".part", path);
}

std::vector<std::string> ExerciseVerdict::pattern() const {
  std::vector<std::string> words;
  for (const JudgeFinding& finding : judges) {
    for (const JudgedCase& c : finding.cases) {
      if (c.status != "pass") words.push_back(finding.judge + "/" + c.name + "/" + c.what);
    }
  }
  return words;
}

ExerciseVerdict judge_exercise(const ChapterInfo& info, const ChapterOptions& options,
                               const std::string& file, const JudgeOptions& how) {
  if (info.exercises.empty() && !info.host) throw UsageError(info.stem + " has no exercise");
  std::error_code failed;
  const fs::path path = fs::canonical(file, failed);
  if (failed || !fs::is_regular_file(path)) throw UsageError("no exercise file " + file);
  setenv("WB_EXERCISE", path.c_str(), 1);  // for the reports, which show its lines
  return Judge(info, options, path.string(), how).run();
}

int exercise_child(const ChapterInfo& info, const ChapterOptions& options, const std::string& name,
                   const std::string& folder) {
  if (info.host) return host_child(info, options, folder);
  const auto stop = [&](const char* status, const std::string& reason, ExitCode code) {
    std::ofstream(folder + "/reason") << json{{"status", status}, {"reason", reason}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
    return static_cast<int>(code);
  };
  std::optional<Session> session;
  try {
    session.emplace(options.device);
  } catch (const Error& error) {
    return stop("environment", error.what(), error.code());
  }
  try {
    std::vector<Question> asked = questions(info);
    if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
      std::erase_if(asked, [&](const Question& question) {
        return question.experiment->name + "/" + question.variant->name != name;
      });
      if (asked.empty()) return stop("failed", "no variant " + name, ExitCode::kUsage);
      asked.resize(1);
      asked[0].size = options.size;
      asked[0].kind = options.data;
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Question& question = asked[i];
      PreparedProblem prepared(*question.experiment, question.size, question.kind, options.seed);
      LoadedVariant loaded(*session, prepared, *question.variant);
      loaded.enqueue();
      const std::vector<std::byte> bytes = loaded.raw_outputs();
      write_bytes(fmt::format("{}/{}", folder, i), bytes.data(), bytes.size());
    }
    return 0;
  } catch (const Skipped& skipped) {
    return stop("skipped", skipped.what(), ExitCode::kSkipped);
  } catch (const cl::Error& error) {
    return stop(
        "failed",
        fmt::format("{} failed: {} ({})", error.what(), cl_error_name(error.err()), error.err()),
        ExitCode::kEnvironment);
  } catch (const std::exception& error) {
    return stop("failed", error.what(), ExitCode::kEnvironment);
  }
}

json to_json(const ExerciseVerdict& verdict) {
  json judges = json::array();
  for (const JudgeFinding& finding : verdict.judges) {
    json cases = json::array();
    for (const JudgedCase& c : finding.cases) {
      cases.push_back({{"name", c.name}, {"status", c.status}, {"what", c.what}});
    }
    judges.push_back({{"judge", finding.judge},
                      {"status", finding.status},
                      {"cases", cases},
                      {"message", finding.message}});
  }
  return {{"chapter", verdict.chapter}, {"file", verdict.file},       {"status", verdict.status},
          {"judge", verdict.judge},     {"message", verdict.message}, {"judges", judges},
          {"printed", verdict.printed}, {"gap", verdict.gap},         {"seconds", verdict.seconds}};
}

ExerciseVerdict verdict_from_json(const json& json) {
  ExerciseVerdict verdict{json.at("chapter"), json.at("file"),    json.at("status"),
                          json.at("judge"),   json.at("message"), {},
                          json.at("printed"), json.at("gap"),     json.at("seconds")};
  for (const auto& finding : json.at("judges")) {
    JudgeFinding one{finding.at("judge"), finding.at("status"), {}, finding.at("message")};
    for (const auto& c : finding.at("cases")) {
      one.cases.push_back({c.at("name"), c.at("status"), c.at("what")});
    }
    verdict.judges.push_back(std::move(one));
  }
  return verdict;
}

}  // namespace wb
