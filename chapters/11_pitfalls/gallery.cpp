// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "11_pitfalls/gallery.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "wb/process.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"

namespace chapters {
namespace {

std::string version(bool broken) {
  return broken ? "broken" : "fixed";
}

// What a child's end says, whichever of the two kinds of child it was.
void read_end(const Pitfall& pitfall, const wb::ProcessResult& end, Seen& seen) {
  const bool printed = end.out.find(pitfall.prints) != std::string::npos;
  // What kernels printed comes before the verdict, which is the last line.
  const std::size_t brace = end.out.rfind("\n{");
  const auto json = nlohmann::json::parse(
      end.out.substr(brace == std::string::npos ? 0 : brace + 1), nullptr, false);
  if (end.timed_out) {
    seen.here = "hung";
    seen.host = end.describe();
  } else if (end.signal != 0) {
    seen.here = "crashed";
    seen.verify = end.describe();
  } else if (!printed) {
    seen.here = "lost";
  } else if (end.exit_code == 3 || json.is_discarded() || !json.is_object()) {
    seen.here = "stopped";
    seen.host = end.err.substr(std::min(end.err.find(": "), end.err.size()));
    if (seen.host.starts_with(": ")) seen.host.erase(0, 2);
    if (seen.host.empty()) seen.host = end.describe();
  } else if (end.exit_code == 77) {
    seen.here = "stopped";
    seen.host = json.value("reason", "");
  } else {
    seen.verify = json.value("reason", "");
    seen.host = json.value("check", "");
    seen.here = seen.verify.empty() ? "right" : "wrong";
  }
}

wb::ProcessResult child(const Pitfall& pitfall, bool broken, std::vector<std::string> arguments,
                        const std::string& device) {
  wb::Command command;
  command.argv = {wb::executable_path()};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.argv.insert(command.argv.end(), {"--device", device});
  if (broken) command.time_limit = pitfall.limit;
  return wb::run_process(command);
}

std::string race_reports(const wb::RaceOutcome& outcome) {
  if (outcome.status == "not run") return "not run: " + outcome.reason;
  std::string text;
  for (const wb::RaceReport& report : outcome.reports) {
    if (!text.empty()) text += "\n";
    text += report.message;
    if (report.line != 0) text += fmt::format(" (line {}: {})", report.line, report.source);
    text += "\n  " + report.explanation;
  }
  return text;
}

std::string race_of(const Pitfall& pitfall, bool broken) {
  if (pitfall.experiment) {
    const wb::Experiment& experiment = *pitfall.experiment;
    return race_reports(wb::race(wb::executable_path(), experiment,
                                 *experiment.find(version(broken)), experiment.race_sizes[0]));
  }
  wb::RaceRun run;
  run.argv = {wb::executable_path(), "--host-child", pitfall.name + "/" + version(broken),
              "--device", "0"};
  return race_reports(wb::run_race(run));
}

// Counters beyond what the variant allows.
std::string lens_of(const Pitfall& pitfall, bool broken) {
  const wb::Experiment& experiment = *pitfall.experiment;
  const wb::Variant& variant = *experiment.find(version(broken));
  const wb::LensModel model;
  const wb::LensOutcome outcome =
      wb::lens(wb::executable_path(), experiment, variant, experiment.lens_size, model);
  if (outcome.status != "ok") return outcome.status + ": " + outcome.reason;
  wb::LensCounts sum;
  for (const wb::LensKernel& kernel : outcome.report.kernels) sum += kernel.counts;
  const auto counted = wb::flatten(sum, model);
  std::string text;
  for (const auto& [name, limit] : variant.at_most(experiment.lens_size, model)) {
    if (counted.at(name) <= limit) continue;
    text += fmt::format("{}: {} counted, at most {} needed", name, counted.at(name), limit);
  }
  return text;
}

std::string sight_text(Sight sight) {
  switch (sight) {
    case Sight::kSees:
      return "sees it";
    case Sight::kLuck:
      return "by luck";
    case Sight::kBlind:
      return "blind";
    case Sight::kNotAsked:
      break;
  }
  return "·";
}

// Every instrument with what is promised of it and what it said.
struct View {
  const char* name;
  Sight sight;
  std::string said;
};
std::vector<View> views(const Pitfall& pitfall, const Seen& seen) {
  return {{"verify", pitfall.sights.verify, seen.verify},
          {"race", pitfall.sights.race, seen.race},
          {"lens", pitfall.sights.lens, seen.lens},
          {"host check", pitfall.sights.host, seen.host}};
}

bool nobody_sees(const Pitfall& pitfall) {
  for (const View& view : views(pitfall, {})) {
    if (view.sight == Sight::kSees) return false;
  }
  return true;
}

std::string piece(const Piece& wanted) {
  const std::string path = wb::source_folder() + "/" + wanted.file;
  std::ifstream in(path);
  std::vector<std::string> lines;
  std::size_t indent = 1000, number = 0, first = 0;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string word = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (word == "// </" + wanted.tag + ">") break;
    if (inside && !(word.starts_with("// <") && word.ends_with(">"))) {
      if (!word.empty()) indent = std::min(indent, line.size() - word.size());
      lines.push_back(line);
    }
    if (word == "// <" + wanted.tag + ">") {
      inside = true;
      first = number + 1;
    }
  }
  if (lines.empty()) throw wb::Error(fmt::format("{} has no piece named {}", path, wanted.tag));
  std::string text = fmt::format("{}:{}\n", wanted.file, first);
  for (const std::string& line : lines) {
    text += "    " + (line.size() > indent ? line.substr(indent) : "") + "\n";
  }
  return text;
}

wb::Row row_of(const Pitfall& pitfall, const wb::DeviceFacts& device) {
  wb::Row row;
  row.experiment = "pitfalls";
  row.variant = pitfall.name;
  row.size = {1};
  if (pitfall.experiment) {
    row.size = pitfall.experiment->default_size;
    row.launches = pitfall.experiment->find("fixed")->plan(row.size, device).launches;
  }
  return row;
}

// A driver's message names files in full; a record must read the same on every machine.
std::string without_folder(std::string text) {
  const std::string file = "11_pitfalls/run_time_bound_broken.cl";
  std::string folder = wb::find_kernel_file(file);
  folder.resize(folder.size() - file.size());
  for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;) {
    text.replace(at, folder.size(), "kernels/");
  }
  return text;
}

nlohmann::json to_json(const Pitfall& pitfall, const Seen* broken) {
  nlohmann::json json = {{"name", pitfall.name},       {"symptom", pitfall.symptom},
                         {"cause", pitfall.cause},     {"fix", pitfall.fix},
                         {"instead", pitfall.instead}, {"instruments", nlohmann::json::object()}};
  for (const View& view : views(pitfall, broken ? *broken : Seen{})) {
    json["instruments"][view.name] = {{"sight", sight_text(view.sight)},
                                      {"said", without_folder(view.said)}};
  }
  if (broken) json["here"] = broken->here;
  return json;
}

// What each broken version did here, if it was run, and what is promised of the instruments.
wb::Table matrix(const std::vector<Seen>& broken) {
  wb::Table table(
      {"pitfall", broken.empty() ? "" : "values here", "verify", "race", "lens", "host check"});
  for (std::size_t i = 0; i < pitfalls().size(); ++i) {
    const Pitfall& pitfall = pitfalls()[i];
    std::vector<std::string> row = {pitfall.name, broken.empty() ? "" : broken[i].here};
    for (const View& view : views(pitfall, {})) row.push_back(sight_text(view.sight));
    table.add(row);
  }
  return table;
}

}  // namespace

Seen look(const Pitfall& pitfall, bool broken, const std::string& device) {
  Seen seen;
  if (pitfall.experiment) {
    const wb::Experiment& experiment = *pitfall.experiment;
    const bool special = experiment.test_data[0] == wb::DataKind::kSpecial;
    const auto end = child(
        pitfall, broken,
        {"--child", experiment.name + "/" + version(broken), "--size",
         std::to_string(experiment.default_size[0]), "--data", special ? "special" : "uniform"},
        device);
    read_end(pitfall, end, seen);
  }
  if (pitfall.host) {
    Seen host;
    read_end(pitfall,
             child(pitfall, broken, {"--host-child", pitfall.name + "/" + version(broken)}, device),
             host);
    if (!pitfall.experiment) seen = host;
    if (seen.host.empty()) seen.host = host.host;
  }
  const bool ran = pitfall.sights.race != Sight::kNotAsked;
  if (ran) seen.race = race_of(pitfall, broken);
  if (pitfall.sights.lens != Sight::kNotAsked) seen.lens = lens_of(pitfall, broken);
  return seen;
}

std::string drift(const Pitfall& pitfall, const Seen& broken, const Seen& fixed) {
  std::string text, all;
  for (const View& view : views(pitfall, broken)) {
    all += view.said + "\n";
    if (view.sight == Sight::kSees && (view.said.empty() || view.said.starts_with("not run"))) {
      text += fmt::format("\n  {} should see the broken version, and does not {}", view.name,
                          view.said);
    }
    const bool silent = view.sight == Sight::kBlind || view.sight == Sight::kNotAsked;
    if (silent && !view.said.empty()) {
      text += fmt::format("\n  {} should be blind to it, and says: {}", view.name, view.said);
    }
  }
  if (all.find(pitfall.says) == std::string::npos) {
    text += fmt::format("\n  nobody says \"{}\" of the broken version:\n{}", pitfall.says, all);
  }
  for (const View& view : views(pitfall, fixed)) {
    if (!view.said.empty()) {
      text += fmt::format("\n  {} is not content with the fixed version: {}", view.name, view.said);
    }
  }
  if (fixed.here != "right") text += "\n  the fixed version: " + fixed.here;
  if (!pitfall.prints.empty() && broken.here != "lost") text += "\n  nothing was lost";
  return text;
}

std::string show(const Pitfall& pitfall) {
  return fmt::format(
      "{}\n  symptom  {}\n  cause    {}\n  fix      {}\n\nWrong on purpose: {}\n"
      "Mended: {}",
      pitfall.name, pitfall.symptom, pitfall.cause, pitfall.fix, piece(pitfall.broken),
      piece(pitfall.fixed));
}

wb::Row tell(wb::Chapter& chapter, const Pitfall& pitfall) {
  const std::string& device = chapter.options().device;
  chapter.print("{}", show(pitfall));
  const Seen broken = look(pitfall, true, device);
  chapter.print("\nThe broken version on this device: {}.\n", broken.here);
  for (const View& view : views(pitfall, broken)) {
    if (view.sight == Sight::kNotAsked) continue;
    chapter.print("  {:<11} {:<8} {}\n", view.name, sight_text(view.sight),
                  view.said.empty() ? "says nothing" : view.said);
  }
  if (nobody_sees(pitfall)) {
    chapter.print("No instrument is sure to see it. Instead: {}.\n", pitfall.instead);
  }
  const Seen fixed = look(pitfall, false, device);
  const std::string departs = drift(pitfall, broken, fixed);
  wb::Row row = row_of(pitfall, chapter.session().facts());
  if (departs.empty()) {
    chapter.print("The fixed version on this device: {}; nobody complains.\n", fixed.here);
  } else {
    row.status = "wrong";
    row.reason = "not as promised:" + departs;
    chapter.print("NOT AS PROMISED:{}\n", departs);
  }
  chapter.document().extra["pitfalls"].push_back(to_json(pitfall, &broken));
  return row;
}

void tell_all(wb::Chapter& chapter) {
  const std::vector<Pitfall>& all = pitfalls();
  wb::Progress progress("looking at both versions of each pitfall");
  // Children do the work, so two at a time; what is printed does not depend on who is done first.
  std::vector<Seen> broken(all.size()), fixed(all.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      broken[i] = look(all[i], true, chapter.options().device);
      fixed[i] = look(all[i], false, chapter.options().device);
    }
  };
  std::thread other(work);
  work();
  other.join();

  std::string drifts;
  std::size_t as_promised = 0, unseen = 0, right = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string departs = drift(all[i], broken[i], fixed[i]);
    wb::Row row = row_of(all[i], chapter.session().facts());
    if (departs.empty()) {
      ++as_promised;
    } else {
      row.status = "wrong";
      row.reason = "not as promised:" + departs;
      drifts += fmt::format("{}: not as promised:{}\n", all[i].name, departs);
    }
    if (nobody_sees(all[i])) ++unseen;
    if (broken[i].here == "right") ++right;
    chapter.add(row);
    chapter.document().extra["pitfalls"].push_back(to_json(all[i], &broken[i]));
  }
  chapter.document().extra["right_though_broken"] = right;
  chapter.print("{}", matrix(broken).str());
  chapter.print(
      "\n{0} of {1} pitfalls behave as the matrix says, and no instrument complains of their fixed "
      "versions.\n{2} of {1} broken versions compute the right values on this device; of {3} no "
      "instrument is sure.\n{4}",
      as_promised, all.size(), right, unseen, drifts);
}

void tell_fixed(wb::Chapter& chapter) {
  std::size_t right = 0, there = 0;
  for (const Pitfall& pitfall : pitfalls()) {
    wb::Row row = row_of(pitfall, chapter.session().facts());
    std::string fault;
    if (pitfall.experiment) {
      const wb::Experiment& experiment = *pitfall.experiment;
      wb::PreparedProblem prepared(experiment, experiment.default_size, experiment.test_data[0],
                                   chapter.options().seed);
      wb::LoadedVariant loaded(chapter.session(), prepared, *experiment.find("fixed"));
      loaded.enqueue();
      fault = loaded.verify().message;
      ++there;
      if (fault.empty()) ++right;
    }
    if (!fault.empty()) {
      row.status = "wrong";
      row.reason = fault;
      chapter.print("{}, fixed, is WRONG: {}\n", pitfall.name, fault);
    }
    chapter.add(row);
    chapter.document().extra["pitfalls"].push_back(to_json(pitfall, nullptr));
  }
  chapter.print("{} of {} mended kernels compute what they should on this device.\n\n", right,
                there);
  chapter.print(
      "{}\n--all runs both versions of each; --run NAME tells one; --show NAME prints "
      "its code.\n",
      matrix({}).str());
}

int host_child(const std::string& which, const std::string& device) {
  const std::size_t slash = which.find('/');
  const Pitfall& pitfall = find_pitfall(which.substr(0, slash));
  if (!pitfall.host) throw wb::UsageError(pitfall.name + " has no part on the host");
  wb::Session session(device);
  Finding finding;
  try {
    finding = pitfall.host(session, which.substr(slash + 1) == "broken");
  } catch (const cl::Error& error) {
    throw wb::Error(fmt::format("{}: {}", error.what(), wb::cl_error_name(error.err())));
  }
  const nlohmann::json verdict = {
      {"status", finding.values.empty() ? "ok" : "wrong"},
      {"reason", finding.values},
      {"check", finding.check},
  };
  fmt::print("{}\n", verdict.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return finding.values.empty() ? 0 : 1;
}

}  // namespace chapters
