// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Are the values right? The child returns bytes; the reference is here.
#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>

#include "judge.hpp"

namespace wb {

using nlohmann::json;

void Judge::values(JudgeFinding& finding) {
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
    finding.cases.push_back({question.name(), verdict.ok ? "pass" : "fail",
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
std::string Judge::kind_of_wrong(const Question& question, const PreparedProblem& prepared,
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

std::string Judge::place_of(const Question& question) {
  return fmt::format("{}{}, {} data", size_text(question.size),
                     which_launch(*question.experiment, *question.variant),
                     kind_text(question.kind));
}

// One failure in full, the one that shows most: wrong values before a crash, much output before
// little. Each other kind of failure in a line.
std::string Judge::explain(const std::vector<Failure>& failures,
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
    text = fmt::format("what      at {}: {}\n", place_of(shown->question), shown->verdict.message);
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

std::string Judge::where_and_why(const Failure& shown,
                                 const std::vector<std::pair<Question, bool>>& cases) {
  const Question& question = shown.question;
  const Fault& fault = shown.verdict.first[0];
  std::string text;
  for (std::size_t o = 0; o < shown.outputs.size(); ++o) {
    const Array& array = shown.outputs[o];
    if (fault.where.substr(0, fault.where.find('[')) != array.name) continue;
    const auto reference =
        question.variant->reference ? question.variant->reference : question.experiment->reference;
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
void Judge::stopped(JudgeFinding& finding, std::vector<Failure>& failures, const Question& question,
                    const ProcessResult& result, const std::string& folder) {
  if (stuck_in_compiler(finding, question.name(), result, folder)) return;
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
      endless_ ? "A loop does not end, or work-items wait at a barrier for others that never come."
      : result.flooded
          ? "Print from one work-item only, and take it out before you hand in."
          : "Most often an address outside its array: a guard is missing, or an index is wrong.";
  message = fmt::format("what      at {}: the program that ran your kernel {}\nmeans     {}\n{}",
                        place_of(question), result.describe(), means,
                        re_read(info_.stem, "What can go wrong"));
}

}  // namespace wb
