// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <tuple>

#include "wb/error.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

constexpr std::string_view kApiHeadline = "Oclgrind - OpenCL runtime error detected";
constexpr std::string_view kFatalHeadline = "OCLGRIND FATAL ERROR";
constexpr std::string_view kCountsHeadline = "Instructions executed for kernel '";
// One fault makes a message for each work-item, so a small limit would hide the other faults.
constexpr int kMaxMessages = 10'000;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Oclgrind takes the store of a vector apart that was built from elements: first it stores what
/// the elements were put into, which may be nothing yet, then each element, which it checks as
/// well.
bool is_empty_vector_store(std::string_view instruction) {
  return instruction.starts_with("store <") &&
         (contains(instruction, "> undef,") || contains(instruction, "> poison,"));
}

/// Removes `prefix` and blanks after it, or says no.
bool take(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  *text = trim(text->substr(prefix.size()));
  return true;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// "Global(3,0,0) Local(3,0,0) Group(0,0,0)" in lower case and with blanks.
std::string readable_entity(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '(') result += ' ';
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// One side of a message: who, by which instruction, where.
struct Party {
  std::string entity, instruction, file, source;
  unsigned line = 0;
  bool writes() const {
    return instruction.starts_with("store") || contains(instruction, "atomic");
  }
  std::string_view group() const {
    const std::size_t at = entity.rfind("group");
    return at == std::string::npos ? std::string_view() : std::string_view(entity).substr(at);
  }
};

/// One message of the log, taken apart. Messages are separated by empty lines; the headline and
/// what belongs to it start in the first column, everything else is indented by a tab.
struct Message {
  std::string kind, headline, kernel, detail;
  std::vector<Party> parties;
};

std::string kind_of(const std::string& headline) {
  static const std::vector<std::pair<std::string_view, std::string_view>> kinds = {
      {"data race", "race"},          {"Index (", "bounds"},
      {"not aligned", "bounds"},      {"buffer mapped", "api"},
      {"mapped buffer", "api"},       {"read-only buffer", "api"},
      {"write-only buffer", "api"},   {"Invalid read of", "bounds"},
      {"Invalid write of", "bounds"}, {"ninitialized", "uninitialised"},
      {"divergence", "divergence"},
  };
  for (const auto& [part, kind] : kinds) {
    if (contains(headline, part)) return std::string(kind);
  }
  return "other";
}

/// Takes the digits at the front.
std::string_view take_digits(std::string_view* text) {
  const std::size_t end = std::min(text->find_first_not_of("0123456789"), text->size());
  const std::string_view digits = text->substr(0, end);
  text->remove_prefix(end);
  return digits;
}

/// Reads "At line 53 (column 41) of input.cl:". By hand, as all here that reads the log: std::regex
/// calls itself for each character, and a kernel can name a file long enough for any stack.
bool read_place(std::string_view text, unsigned* line, std::string* file) {
  if (!take(&text, "At line ")) return false;
  const std::string number(take_digits(&text));
  if (text.starts_with(" (column ")) {
    text.remove_prefix(std::string_view(" (column ").size());
    if (take_digits(&text).empty() || !text.starts_with(")")) return false;
    text.remove_prefix(1);
  }
  if (number.empty() || !text.starts_with(" of ")) return false;
  text.remove_prefix(std::string_view(" of ").size());
  if (text.ends_with(":")) text.remove_suffix(1);
  *line = static_cast<unsigned>(std::strtoul(number.c_str(), nullptr, 10));
  *file = text;
  return true;
}

Message parse_message(const std::vector<std::string_view>& lines) {
  Message message;
  message.headline = trim(lines[0]);
  message.kind = kind_of(message.headline);
  std::string group;
  bool source_follows = false;
  const auto party = [&]() -> Party& {
    if (message.parties.empty()) message.parties.push_back({group, {}, {}, {}, 0});
    return message.parties.back();
  };
  const auto add_detail = [&](std::string_view text) {
    message.detail += (message.detail.empty() ? "" : ", ") + std::string(text);
  };

  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::string_view text = trim(lines[i]);
    Party place;
    if (text.empty()) continue;
    if (source_follows) {
      party().source = text;
      source_follows = false;
    } else if (take(&text, "Kernel:")) {
      message.kernel = text;
    } else if (take(&text, "Work-group:")) {
      group = readable_entity(fmt::format("group{}", text));
    } else if (take(&text, "Entity:") || take(&text, "First entity:") ||
               take(&text, "Second entity:") || take(&text, "Work-item:")) {
      message.parties.push_back({readable_entity(text), {}, {}, {}, 0});
    } else if (text == "Previous work-items executed:") {
      message.parties.push_back({"the work-items before it", {}, {}, {}, 0});
    } else if (read_place(text, &place.line, &place.file)) {
      party().line = place.line;
      party().file = place.file;
      source_follows = true;
    } else if (!lines[i].starts_with('\t') || text.starts_with("Only ")) {
      add_detail(text);
    } else if (lines[i].starts_with("\t  ") && party().instruction.empty()) {
      party().instruction = text;
    }  // what is left are arguments of copies and barriers, and "(location unknown)"
  }
  return message;
}

Message parse_api_message(const std::vector<std::string_view>& lines) {
  Message message;
  message.kind = "api";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::string_view text = trim(lines[i]);
    take(&text, "Function:") || take(&text, "Error:");
    if (!text.empty()) message.headline += fmt::format("{}{}", i == 1 ? "" : ": ", text);
  }
  return message;
}

/// Asking a device what it does not know, or for devices it does not have, is no misuse.
bool is_question(const Message& message) {
  const std::string_view function =
      std::string_view(message.headline).substr(0, message.headline.find(':'));
  return function.starts_with("clGet") &&
         (function.ends_with("Info") || function == "clGetDeviceIDs" ||
          function == "clGetPlatformIDs");
}

std::string explain_race(const RaceReport& r, bool between_groups) {
  if (r.other_line == 0) {
    return "a group copy may still be under way: use its data, and reuse its source, only after "
           "wait_group_events";
  }
  if (between_groups) {
    return "the work-items are in different groups, which no barrier orders: use an atomic, give "
           "each group its own element, or split the work into two kernels";
  }
  if (r.message.starts_with("Write-write")) {
    return "several work-items write this element and nothing says who is last: let one write, "
           "give each its own element, or use an atomic";
  }
  const std::string_view fence =
      contains(r.message, "local memory") ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
  if (r.line == r.other_line) {
    return fmt::format(
        "work-items read here what others write in the same line: give each its own "
        "element or use an atomic; in a loop, barrier({}) between two rounds",
        fence);
  }
  return fmt::format(
      "line {} reads what line {} writes in another work-item, and nothing orders "
      "them: barrier({}) is missing between the two, or at the end of the loop "
      "around both",
      r.line, r.other_line, fence);
}

std::string explain_bounds(const std::string& message) {
  constexpr std::string_view kArray = ") exceeds static array size (";
  const std::size_t array = message.rfind(kArray);
  if (message.starts_with("Index (") && array != std::string::npos) {
    std::string_view size = std::string_view(message).substr(array + kArray.size());
    const std::string_view count = take_digits(&size);
    if (!count.empty() && size == ")") {
      return fmt::format("the array has {0} elements, so its indices end before {0}", count);
    }
  }
  if (contains(message, "not aligned")) {
    return "the address is no multiple of what the type needs: use vloadn and vstoren, or an "
           "aligned offset";
  }
  if (contains(message, "global")) {
    return "the address is in no buffer: compare the index with the size first, since the global "
           "size may exceed it";
  }
  return "the index leaves the array: check its size and the index, halo and padding included";
}

std::string explain_api(const std::string& message) {
  if (contains(message, "read-only buffer") || contains(message, "write-only buffer")) {
    return "the buffer's flags promise that no kernel does this: change the flags or the kernel";
  }
  if (contains(message, "mapped")) {
    return "the host still has this buffer mapped: unmap it before the kernel that uses it";
  }
  return "the call was refused and did nothing: mend its arguments, and check the code it returns";
}

std::string explain_uninitialised(const std::string& message) {
  if (contains(message, "Controlflow")) {
    return "the branch depends on a value that nobody wrote: initialise it first";
  }
  if (contains(message, "address") && !contains(message, "written to")) {
    return "the address depends on a value that nobody wrote: initialise it first";
  }
  if (contains(message, "index")) {
    return "the index is a value that nobody wrote: initialise it first";
  }
  return "what is stored here comes from memory that nobody wrote: initialise it, or wait at a "
         "barrier until it is written";
}

std::string explain_divergence(const RaceReport& r) {
  if (contains(r.message, "async copy")) {
    return "every work-item of the group must make this copy, with the same arguments";
  }
  if (r.other_line != 0) {
    return fmt::format(
        "work-items of one group wait at different barriers, lines {} and {}: move "
        "the barrier out of the branches",
        r.other_line, r.line);
  }
  return "every work-item of the group must reach this barrier equally often: move it out of the "
         "branch or loop that only some take, and let none return before it";
}

std::string explain(const RaceReport& r, bool between_groups) {
  if (r.kind == "race") return explain_race(r, between_groups);
  if (r.kind == "bounds") return explain_bounds(r.message);
  if (r.kind == "api") return explain_api(r.message);
  if (r.kind == "uninitialised") return explain_uninitialised(r.message);
  if (r.kind == "divergence") return explain_divergence(r);
  if (contains(r.message, "suppressing")) {
    return "the messages after these were dropped, so there may be other faults";
  }
  if (contains(r.message, "wait")) {
    return "every group copy must be waited for with wait_group_events and its own event";
  }
  return "a message of Oclgrind without an explanation here; what it says is all there is";
}

/// In a race the reader comes first, else the upper line, so that both orders are one report.
void order_parties(Message* message) {
  if (message->parties.size() < 2 || message->kind != "race") return;
  Party &a = message->parties[0], &b = message->parties[1];
  bool swapped = a.writes() == b.writes() ? b.line < a.line : a.writes();
  if (a.line == 0 || b.line == 0) swapped = a.line == 0;
  if (swapped) std::swap(a, b);
}

RaceReport to_report(const Message& message,
                     const std::map<std::string, std::string>& kernel_files) {
  RaceReport r;
  r.kind = message.kind;
  r.message = message.headline;
  if (!message.detail.empty()) r.message += ": " + message.detail;
  r.kernel = message.kernel;
  for (const Party& party : message.parties) {
    if (!party.entity.empty()) r.work_items.push_back(party.entity);
  }
  if (!message.parties.empty()) {
    const Party& at = message.parties[0];
    r.line = at.line;
    r.source = at.source;
    const auto known = kernel_files.find(message.kernel);
    if (known != kernel_files.end()) r.file = known->second;
    // The name of every source that came as a string; anything else is a file that was included.
    if (!at.file.empty() && at.file != "input.cl") r.file = at.file;
  }
  if (message.parties.size() > 1) {
    r.other_line = message.parties[1].line;
    r.other_source = message.parties[1].source;
  }
  return r;
}

/// The headline without its numbers: equal for messages that differ only in work-item or address.
std::string shape_of(const std::string& headline) {
  std::string shape;
  for (std::string_view rest = headline; !rest.empty();) {
    if (rest.starts_with("0x")) {
      const std::size_t end = std::min(rest.find_first_not_of("0123456789abcdef", 2), rest.size());
      if (end > 2) {
        shape += '#';
        rest.remove_prefix(end);
        continue;
      }
    }
    if (!take_digits(&rest).empty()) {
      shape += '#';
    } else {
      shape += rest[0];
      rest.remove_prefix(1);
    }
  }
  return shape;
}

/// Turns messages into reports, one for all that are alike, and cuts them to `max_reports`.
std::vector<RaceReport> to_reports(const std::vector<Message>& messages,
                                   const std::map<std::string, std::string>& kernel_files,
                                   unsigned max_reports) {
  std::vector<RaceReport> reports;
  std::vector<bool> between_groups;
  using Key = std::tuple<std::string, std::string, std::string, unsigned, unsigned>;
  std::map<Key, std::size_t> seen;
  for (Message message : messages) {
    order_parties(&message);
    RaceReport r = to_report(message, kernel_files);
    const bool apart =
        message.parties.size() == 2 && message.parties[0].group() != message.parties[1].group();
    // An API message's numbers are what it is about; a kernel's are addresses and indices.
    const std::string shape = r.kind == "api" ? r.message : shape_of(message.headline);
    const auto [found, is_new] =
        seen.emplace(Key{shape, r.kernel, r.file, r.line, r.other_line}, reports.size());
    if (is_new) {
      reports.push_back(std::move(r));
      between_groups.push_back(apart);
    } else {
      ++reports[found->second].count;
      if (apart) between_groups[found->second] = true;
    }
  }
  for (std::size_t i = 0; i < reports.size(); ++i) {
    reports[i].explanation = explain(reports[i], between_groups[i]);
  }
  std::stable_partition(reports.begin(), reports.end(),
                        [](const RaceReport& r) { return r.kind != "uninitialised"; });
  if (reports.size() > max_reports) reports.resize(max_reports);
  return reports;
}

std::string fatal_reason(const Message& message) {
  std::string reason = "the simulator cannot run this: " +
                       (message.detail.empty() ? message.headline : message.detail);
  if (!message.kernel.empty()) reason += ", in kernel " + message.kernel;
  if (!message.parties.empty() && message.parties[0].line != 0) {
    reason += fmt::format(", line {}: {}", message.parties[0].line, message.parties[0].source);
  }
  return reason;
}

/// Oclgrind writes refused calls, and some failures of its own, to standard error: takes those
/// messages out of what the program printed there.
std::string messages_on_stderr(std::string_view err) {
  std::string found;
  bool inside = false;
  for (const std::string_view line : split_lines(err)) {
    if (line == kApiHeadline || line.starts_with(kFatalHeadline)) inside = true;
    if (inside) found += fmt::format("{}\n", line);
    if (line.empty()) inside = false;
  }
  return found + "\n";
}

/// A line by which the launcher or the simulator says that it did not do as told, else "".
std::string complaint_on_stderr(std::string_view err) {
  for (const std::string_view line : split_lines(err)) {
    for (const std::string_view start : {"[Oclgrind]", "Oclgrind: ", "Loading Oclgrind plugin"}) {
      if (line.starts_with(start)) return std::string(line);
    }
  }
  return "";
}

/// True for "              64 - store local (256 bytes)".
bool is_count(std::string_view line) {
  const std::size_t end = line.find(" - ");
  const std::string_view number = trim(line.substr(0, end));
  return end != std::string_view::npos && !number.empty() &&
         number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Takes Oclgrind's instruction counts, which it prints between the program's own lines, out of
/// `out`. They are how we know that a kernel ran: true if one executed any instruction.
bool remove_counts(std::string* out) {
  bool executed = false, inside = false;
  std::string kept;
  for (std::string_view line : split_lines(*out)) {
    const std::size_t header = line.find(kCountsHeadline);
    if (header != std::string_view::npos && line.ends_with("':")) {
      kept += line.substr(0, header);
      inside = true;
    } else if (inside && line.empty()) {
      inside = false;
    } else if (inside && is_count(line)) {
      executed = true;
    } else {
      kept += line;
      kept += '\n';
    }
  }
  if (!out->ends_with('\n') && kept.ends_with('\n')) kept.pop_back();
  *out = kept;
  return executed;
}

Command launcher_command(const RaceRun& run, const std::string& launcher,
                         const std::string& program, const std::string& log,
                         const std::string& build_options) {
  Command command;
  command.argv = {launcher, "--data-races", "--uninitialized", "--check-api", "--inst-counts"};
  const auto option = [&](const std::string& name, const std::string& value) {
    command.argv.insert(command.argv.end(), {name, value});
  };
  option("--num-threads", "1");  // reports are the same in each run on one thread only
  option("--max-errors", std::to_string(kMaxMessages));
  option("--log", log);
  if (run.uniform_writes) command.argv.emplace_back("--uniform-writes");
  if (run.local_memory_bytes != 0) {
    option("--local-mem-size", std::to_string(run.local_memory_bytes));
  }
  command.argv.push_back(program);
  command.argv.insert(command.argv.end(), run.argv.begin() + 1, run.argv.end());

  command.environment = run.environment;
  // The reader's own settings of Oclgrind would change what is checked.
  for (const char* name : {"QUICK", "INTERACTIVE", "UNIFORM_WRITES", "DUMP_SPIR"}) {
    command.environment[std::string("OCLGRIND_") + name] = "0";
  }
  command.environment["OCLGRIND_PLUGINS"] = "";
  command.environment["OCLGRIND_BUILD_OPTIONS"] = build_options;
  // Its counts need a locale that exists, or it ends the program.
  command.environment["LC_ALL"] = "C";
  // It is preloaded, and never frees all it took: both are none of the program's faults. And when
  // it crashes, run_race() has to see the signal.
  command.environment["ASAN_OPTIONS"] =
      sanitizer_options("verify_asan_link_order=0:detect_leaks=0:handle_segv=0");

  // A pipe, since each context opens the log anew: it would empty a file of what it held.
  command.pipe = log;
  command.time_limit = run.time_limit;
  command.confinement = run.confinement;
  command.flood_limit = run.flood_limit;
  return command;
}

/// Why the run says nothing about the program, or "" if it does.
std::string why_not_run(const ProcessResult& result, bool kernel_ran) {
  if (!result.started) return result.describe();
  if (result.timed_out || result.flooded || result.signal != 0) {
    return fmt::format("the program, or the simulator under it, {}", result.describe());
  }
  if (result.exit_code > 128) {
    return fmt::format("exit code {}: something it started was ended by signal {}",
                       result.exit_code, result.exit_code - 128);
  }
  if (std::string complaint = complaint_on_stderr(result.err); !complaint.empty()) {
    return complaint;
  }
  return kernel_ran ? "" : "no kernel was launched";
}

/// JSON holds UTF-8 only, and a source line may be in any encoding.
std::string valid_utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

std::string oclgrind_path(std::string* reason) {
  std::string path = find_program("oclgrind");
  if (path.empty() && reason != nullptr) {
    *reason = "oclgrind is not installed: install the package \"oclgrind\" (Debian, Ubuntu)";
  }
  return path;
}

RaceOutcome parse_race_log(std::string_view log,
                           const std::map<std::string, std::string>& kernel_files,
                           unsigned max_reports) {
  RaceOutcome outcome;
  std::vector<Message> messages;
  std::vector<std::string_view> block;
  const auto end_block = [&] {
    if (block.empty()) return;
    if (block[0] == kApiHeadline) {
      Message message = parse_api_message(block);
      if (!is_question(message)) messages.push_back(std::move(message));
    } else {
      Message message = parse_message(block);
      if (block[0].starts_with(kFatalHeadline)) {
        if (outcome.reason.empty()) outcome.reason = fatal_reason(message);
      } else if (message.kind != "uninitialised" || message.parties.empty() ||
                 !is_empty_vector_store(message.parties[0].instruction)) {
        messages.push_back(std::move(message));
      }
    }
    block.clear();
  };
  for (const std::string_view line : split_lines(log)) {
    if (line.empty()) {
      end_block();
    } else {
      block.push_back(line);
    }
  }
  end_block();

  outcome.reports = to_reports(messages, kernel_files, max_reports);
  outcome.status = !outcome.reason.empty() ? "not run" : messages.empty() ? "clean" : "dirty";
  return outcome;
}

RaceOutcome read_race_run(ProcessResult result,
                          const std::map<std::string, std::string>& kernel_files,
                          unsigned max_reports) {
  const bool kernel_ran = remove_counts(&result.out);
  RaceOutcome outcome = parse_race_log(result.piped + "\n" + messages_on_stderr(result.err),
                                       kernel_files, max_reports);
  std::string reason = why_not_run(result, kernel_ran);
  // A refused call is why nothing was launched, and a fault of the program.
  const bool refused =
      !kernel_ran && reason == "no kernel was launched" && !outcome.reports.empty();
  if (!reason.empty() && !refused && outcome.reason.empty()) {
    outcome.status = "not run";
    outcome.reason = std::move(reason);
  }
  outcome.exit_code = result.exit_code;
  outcome.out = std::move(result.out);
  outcome.err = std::move(result.err);
  return outcome;
}

namespace {

RaceOutcome run_once(const RaceRun& run, const std::string& launcher, const std::string& program,
                     const std::string& build_options) {
  RaceOutcome outcome;
  outcome.status = "not run";
  ProcessResult result;
  try {
    const TemporaryDirectory folder;
    const std::string& directory = run.log_directory.empty() ? folder.path() : run.log_directory;
    result = run_process(
        launcher_command(run, launcher, program, directory + "/oclgrind.log", build_options));
  } catch (const Error& error) {
    outcome.reason = error.what();
    return outcome;
  }
  return read_race_run(std::move(result), run.kernel_files, run.max_reports);
}

}  // namespace

RaceOutcome run_race(const RaceRun& run) {
  RaceOutcome outcome;
  outcome.status = "not run";
  const std::string launcher = oclgrind_path(&outcome.reason);
  if (launcher.empty()) return outcome;
  const std::string program = run.argv.empty() ? "" : find_program(run.argv[0]);
  if (program.empty()) {
    outcome.reason =
        fmt::format("cannot run '{}': no such program", run.argv.empty() ? "" : run.argv[0]);
    return outcome;
  }
  outcome = run_once(run, launcher, program, "");
  // What an optimiser makes of i / n beside i % n, one of the checks does not know; and it dies of
  // some vectors that loops carry along. Neither is in code as it was written.
  if (contains(outcome.reason, "Unsupported instruction: freeze") ||
      contains(outcome.reason, "SIGSEGV")) {
    outcome = run_once(run, launcher, program, "-cl-opt-disable");
  }
  return outcome;
}

nlohmann::json race_to_json(const RaceOutcome& outcome) {
  nlohmann::json reports = nlohmann::json::array();
  for (const RaceReport& r : outcome.reports) {
    nlohmann::json work_items = nlohmann::json::array();
    for (const std::string& item : r.work_items) work_items.push_back(valid_utf8(item));
    reports.push_back({{"kind", r.kind},
                       {"message", valid_utf8(r.message)},
                       {"kernel", valid_utf8(r.kernel)},
                       {"file", valid_utf8(r.file)},
                       {"line", r.line},
                       {"source", valid_utf8(r.source)},
                       {"other_line", r.other_line},
                       {"other_source", valid_utf8(r.other_source)},
                       {"work_items", work_items},
                       {"explanation", r.explanation},
                       {"count", r.count}});
  }
  return {{"status", outcome.status}, {"reason", valid_utf8(outcome.reason)}, {"reports", reports}};
}

}  // namespace wb
