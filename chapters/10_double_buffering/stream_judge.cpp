// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "10_double_buffering/stream_judge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <sstream>
#include <tuple>

#include "10_double_buffering/double_buffering.hpp"
#include "10_double_buffering/exercise.hpp"
#include "wb/chapter.hpp"
#include "wb/data.hpp"
#include "wb/error.hpp"
#include "wb/exercise.hpp"
#include "wb/session.hpp"

namespace chapters {
namespace {

using wb::RecordedCommand;
using wb::Recording;
using wb::Stage;

constexpr std::size_t kSampleBytes = exercise::kSampleBytes;
constexpr std::size_t kSlots = 3;
constexpr std::size_t kGuard =
    1 << 14;                     // floats around the data: a chunk too many stays among them
constexpr double kHidden = 0.5;  // of the time that could be hidden

struct Question {
  const char* name;
  std::size_t samples, chunk;
  int work;
  bool timeline = false;  // asked where copies have engines of their own
};

const std::vector<Question> kQuestions = {
    {"one chunk", 1000, 4096, 5},
    {"4 whole chunks", 4 * 1024, 1024, 7},
    {"8 chunks, the last of 77", 7 * 2048 + 77, 2048, 3},
    {"11 chunks of 300", 11 * 300, 300, 9},
    {"timeline", 10u << 20, 1u << 20, 2048, true},
};

constexpr const char* kUseDevice = "on the device";

// Where a command belongs: its stage and its chunk.
struct Place {
  Stage stage;
  std::size_t chunk;
};

// Uploads and downloads by the host's memory that they move; a kernel by what was put into its
// buffer last.
std::vector<std::optional<Place>> places_of(const Recording& recording, const StreamRun& run) {
  std::vector<std::optional<Place>> places(recording.commands.size());
  std::map<int, std::size_t> held;  // buffer -> chunk
  const auto chunk_at = [&](std::uint64_t address,
                            std::uint64_t base) -> std::optional<std::size_t> {
    if (address < base || address >= base + run.samples * kSampleBytes) return {};
    return (address - base) / kSampleBytes / run.chunk;
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    const RecordedCommand& command = recording.commands[i];
    if (command.kind == "write") {
      if (const auto chunk = chunk_at(command.host, run.source)) {
        places[i] = Place{Stage::kUpload, *chunk};
        held[command.buffers[0]] = *chunk;
      }
    } else if (command.kind == "read") {
      if (const auto chunk = chunk_at(command.host, run.target)) {
        places[i] = Place{Stage::kDownload, *chunk};
      }
    } else if (command.kind == "kernel") {
      for (const int buffer : command.buffers) {
        if (held.count(buffer)) places[i] = Place{Stage::kCompute, held[buffer]};
      }
    }
  }
  return places;
}

const char* verb(Stage stage) {
  return stage == Stage::kUpload    ? "the upload"
         : stage == Stage::kCompute ? "the kernel"
                                    : "the download";
}

std::string named(const Recording& recording, const std::vector<std::optional<Place>>& places,
                  int i) {
  const auto& place = places[std::size_t(i)];
  if (place) return fmt::format("{} of chunk {}", verb(place->stage), place->chunk);
  return "a \"" + recording.commands[std::size_t(i)].kind + "\" command";
}

// <needed>
// What the job needs: a chunk goes up, is computed, goes down, and its slot is taken by the chunk
// that comes so many later. Of one stage a device does one thing at a time. All else is time lost.
bool needed(const Place& first, const Place& second, std::size_t slots) {
  if (first.chunk <= second.chunk && first.stage <= second.stage) return true;
  return second.chunk >= first.chunk + slots;
}
// </needed>

bool writes(const RecordedCommand& command) {
  return command.kind != "read" && command.kind != "map";
}

bool overlap(const RecordedCommand& a, const RecordedCommand& b) {
  for (const int x : a.buffers) {
    if (x < 0 || std::find(b.buffers.begin(), b.buffers.end(), x) == b.buffers.end()) continue;
    const bool ranges = a.bytes > 0 && b.bytes > 0;  // a kernel may touch all of it
    if (!ranges || (a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes)) return true;
  }
  return false;
}

// Which rule two commands on one buffer break if nothing orders them.
const char* order_rule(const std::optional<Place>& first, const std::optional<Place>& second) {
  if (!first || !second) return "one buffer, one user";
  if (first->stage == Stage::kUpload && second->stage == Stage::kCompute)
    return "kernel after upload";
  if (first->stage == Stage::kCompute && second->stage == Stage::kDownload)
    return "download after kernel";
  if (second->stage == Stage::kUpload) return "slot free before upload";
  return "one buffer, one user";
}

const std::vector<std::pair<std::string, const char*>> kMeanings = {
    {"each chunk once",
     "Chunk k begins at sample k * chunk, in the source and in the results. Follow the offsets."},
    {"memory", "The device holds as many chunks as there are slots, and no more."},
    {"kernel after upload",
     "The kernel may start while its data is still on the way. Often it does not, and all looks "
     "well: an "
     "in-order queue, an event in the wait list, or the host must see to it."},
    {"download after kernel",
     "The copy may start before the kernel has written. Today's right values are luck."},
    {"slot free before upload",
     "The next chunk may arrive in a buffer whose results have not left it. The kernel works in "
     "place, so "
     "it is the download's end that frees a slot."},
    {"one buffer, one user",
     "Two commands may use one buffer at a time, and at least one writes to it."},
    {"flushed",
     "A command waits in its queue until somebody flushes it; a wait by way of another queue does "
     "not. "
     "Some drivers do it anyway, on others the program stands still."},
    {"host waits at the end",
     "The function returns while results are on their way; whoever reads them then reads what was "
     "there "
     "before."},
    {"nothing waits needlessly",
     "The job asks for: a chunk's upload, kernel and download one after the other, and a slot that "
     "is free. "
     "Every other order that queues, events or the host impose is time in which something stands "
     "still."},
    {"timeline", "The order allows overlap, but the stages did not run at a time on this device."},
    {kUseDevice, "Each chunk is uploaded, computed and downloaded by commands."}};

std::string meaning_of(const std::string& rule) {
  for (const auto& [name, meaning] : kMeanings) {
    if (name == rule) return meaning;
  }
  return "";
}

// --- values

std::vector<float> source_of(const Question& question, std::uint64_t seed) {
  std::vector<float> source(2 * question.samples);
  for (std::size_t i = 0; i < source.size(); ++i) {
    source[i] = static_cast<float>(wb::mix(seed, i) >> 40) * 0x1p-23f - 1;
  }
  return source;
}

// Copies with engines of their own, and events that tell when they ran.
bool has_timeline(const wb::DeviceEntry& entry) {
  const auto queues = entry.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
  return !wb::device_facts(entry).cpu && (queues & CL_QUEUE_PROFILING_ENABLE) != 0;
}

struct Answer {
  StreamRun run;
  bool asked = true;  // false: this device cannot answer it
  Recording recording;
  std::vector<float> target;  // with its guards
};

// "SOURCE TARGET LENGTH\n", the recorder's lines, then the results.
Answer read_answer(const std::string& bytes, const Question& question, bool timed) {
  Answer answer;
  answer.run = {question.samples, question.chunk, kSlots, 0, 0};
  answer.asked = !question.timeline || timed;
  if (!answer.asked) return answer;
  const std::size_t line = bytes.find('\n');
  std::istringstream head(bytes.substr(0, line));
  std::size_t length = 0;
  head >> answer.run.source >> answer.run.target >> length;
  const std::size_t floats = 2 * question.samples + 2 * kGuard;
  if (!head || line == std::string::npos || length > bytes.size() ||
      bytes.size() != line + 1 + length + floats * sizeof(float)) {
    throw wb::Error("an answer has the wrong size");
  }
  answer.recording = wb::parse_recording(bytes.substr(line + 1, length));
  answer.target.resize(floats);
  std::memcpy(answer.target.data(), bytes.data() + line + 1 + length, floats * sizeof(float));
  return answer;
}

void poison(float* floats, std::size_t count) {
  wb::Array array("target", wb::Type::kFloat, {count});
  wb::poison(array);
  std::memcpy(floats, array.bytes.data(), count * sizeof(float));
}

std::string finding_text(const std::string& question, const std::string& what,
                         const std::string& rule) {
  return fmt::format(
      "what      {}: {}\nmeans     {}\nre-read   book/10_double_buffering.md, \"{}\"\n", question,
      what, meaning_of(rule), rule == "nothing waits needlessly" ? "Why" : "What can go wrong");
}

void decide_graph(const std::vector<std::string>& answers, const wb::ChapterOptions& options,
                  wb::JudgeFinding& finding) {
  const bool timed = has_timeline(wb::choose_device(options.device));
  for (std::size_t q = 0; q < kQuestions.size(); ++q) {
    const Question& question = kQuestions[q];
    const Answer answer = read_answer(answers[q], question, timed);
    if (!answer.asked) continue;
    const auto faults = graph_faults(answer.recording, answer.run);
    for (const std::string& rule : graph_rules()) {
      const auto fault = std::find_if(faults.begin(), faults.end(),
                                      [&](const auto& f) { return f.first == rule; });
      const bool ok = fault == faults.end();
      finding.cases.push_back(
          {fmt::format("{}: {}", question.name, rule), ok ? "pass" : "fail", ok ? "" : "broken"});
      if (ok) continue;
      if (finding.status != "fail")
        finding.message = finding_text(question.name, fault->second, rule);
      finding.status = "fail";
    }
    if (!question.timeline || finding.status == "fail") continue;
    const std::vector<wb::StageSlice> slices = slices_of(answer.recording, answer.run);
    wb::JobFacts facts;
    facts.slots = kSlots;
    const wb::Overlap found = wb::check_overlap(slices, facts);
    const bool ok = found.hidden() >= kHidden;
    finding.cases.push_back(
        {fmt::format("{}: overlap", question.name), ok ? "pass" : "fail", ok ? "" : "serial"});
    if (ok) continue;
    finding.status = "fail";
    finding.message = finding_text(
        question.name,
        fmt::format("{:.0f}% of the time that could be hidden was hidden, {:.0f}% are asked for{}",
                    100 * found.hidden(), 100 * kHidden,
                    found.why.empty() ? "" : ": " + found.why.front()),
        "timeline");
  }
}

// How the results of one run are wrong: one word and a sentence, or nothing.
std::optional<std::pair<std::string, std::string>> wrong_values(const Answer& answer,
                                                                const Question& question,
                                                                std::uint64_t seed) {
  using Fault = std::pair<std::string, std::string>;
  const std::vector<float> source = source_of(question, seed);
  const Turn turn = turn_of(static_cast<std::size_t>(question.work));
  wb::Array got("target", wb::Type::kFloat, {answer.target.size()});
  std::memcpy(got.bytes.data(), answer.target.data(), got.bytes.size());
  const double tolerance = 2e-7 * (question.work + 4);
  std::size_t wrong = 0, missing = 0, first = 0;
  std::vector<bool> bad((question.samples + question.chunk - 1) / question.chunk);
  for (std::size_t i = 0; i < question.samples; ++i) {
    const double x = source[2 * i], y = source[2 * i + 1];
    const std::size_t at = kGuard + 2 * i;
    const double allowed = tolerance * (std::abs(x) + std::abs(y));
    if (std::abs(got.value(at) - (x * turn.x - y * turn.y)) <= allowed &&
        std::abs(got.value(at + 1) - (x * turn.y + y * turn.x)) <= allowed) {
      continue;
    }
    if (wrong++ == 0) first = i;
    missing += wb::is_poison(got, at);
    bad[i / question.chunk] = true;
  }
  if (wrong > 0) {
    const auto chunks = static_cast<std::size_t>(std::count(bad.begin(), bad.end(), true));
    const bool last_only = chunks == 1 && bad.back() && bad.size() > 1;
    const char* word = missing == wrong ? "never arrived" : "wrong";
    return Fault{
        fmt::format("{}{}", word, last_only ? " in the last" : ""),
        fmt::format("{} of {} samples {}, in {} of {} chunks; the first is sample {} of "
                    "chunk {}, ({:g}, {:g})",
                    wrong, question.samples, missing == wrong ? "never arrived" : "are wrong",
                    chunks, bad.size(), first % question.chunk, first / question.chunk,
                    got.value(kGuard + 2 * first), got.value(kGuard + 2 * first + 1))};
  }
  for (std::size_t i = 0; i < kGuard; ++i) {
    if (!wb::is_poison(got, i) || !wb::is_poison(got, got.count() - 1 - i)) {
      return Fault{"outside", "memory beside the results was written"};
    }
  }
  return {};
}

// Results that no command computed were computed elsewhere.
std::string not_by_device(const Answer& answer) {
  const auto places = places_of(answer.recording, answer.run);
  const std::size_t chunks = (answer.run.samples + answer.run.chunk - 1) / answer.run.chunk;
  for (const Stage stage : {Stage::kUpload, Stage::kCompute, Stage::kDownload}) {
    for (std::size_t k = 0; k < chunks; ++k) {
      if (std::none_of(places.begin(), places.end(), [&](const auto& place) {
            return place && place->stage == stage && place->chunk == k;
          })) {
        return fmt::format("{} of chunk {} is not among the commands", verb(stage), k);
      }
    }
  }
  return "";
}

void decide_values(const std::vector<std::string>& answers, const wb::ChapterOptions& options,
                   wb::JudgeFinding& finding) {
  const bool timed = has_timeline(wb::choose_device(options.device));
  for (std::size_t q = 0; q < kQuestions.size(); ++q) {
    const Question& question = kQuestions[q];
    const Answer answer = read_answer(answers[q], question, timed);
    if (!answer.asked) continue;
    auto fault = wrong_values(answer, question, options.seed);
    std::string means =
        "Follow this sample: which part of the source was uploaded, how many samples was the "
        "kernel told, "
        "where was the result put? The last chunk has fewer samples than the others.";
    if (!fault) {
      if (const std::string what = not_by_device(answer); !what.empty()) {
        fault = {"not by the device", what};
        means = meaning_of(kUseDevice);
      }
    }
    finding.cases.push_back({question.name, fault ? "fail" : "pass", fault ? fault->first : ""});
    if (!fault) continue;
    if (finding.status != "fail") {
      finding.message = fmt::format(
          "what      {}: {}\nmeans     {}\nre-read   book/10_double_buffering.md, \"The kernel in "
          "pieces\"\n",
          question.name, fault->second, means);
    }
    finding.status = "fail";
  }
}

// --- the child

// The device and what all questions share; made before the reader's code is loaded.
struct Child {
  wb::Session session;
  cl::Program program;
  explicit Child(const std::string& device)
      : session(device), program(session.program("10_double_buffering/rotate.cl", "")) {}
};

std::string ask(std::size_t i, wb::HostLibrary& library, const wb::ChapterOptions& options) {
  static Child child(options.device);
  const Question& question = kQuestions[i];
  wb::Session& session = child.session;
  if (question.timeline && !has_timeline(session.entry())) return "";
  const auto run = library.find<decltype(exercise::run_stream)>("run_stream");
  const std::size_t floats = 2 * question.samples, guarded = floats + 2 * kGuard;
  const auto pinned = [&](cl::Buffer& buffer, std::size_t count) {
    buffer = cl::Buffer(session.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                        count * sizeof(float));
    return static_cast<float*>(session.queue().enqueueMapBuffer(
        buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, count * sizeof(float)));
  };
  cl::Buffer from_buffer, to_buffer;
  float* from = pinned(from_buffer, guarded);
  float* to = pinned(to_buffer, guarded);
  const std::vector<float> source = source_of(question, options.seed);
  const exercise::Stream stream = {
      session.context(), session.device(), child.program, question.work, question.samples,
      question.chunk,    kSlots,           from + kGuard, to + kGuard};
  std::string results, lines;
  for (int turn = question.timeline ? 0 : 1; turn < 2; ++turn) {  // what is timed runs twice
    // No NaN beside the source: a NaN that is moved and computed stays the one it was.
    std::fill(from, from + guarded, 1.0f);
    std::copy(source.begin(), source.end(), from + kGuard);
    poison(to, guarded);
    wb::start_recording();
    run(stream);
    // As the caller finds them, before the recorder waits for what is still under way.
    results.assign(reinterpret_cast<const char*>(to), guarded * sizeof(float));
    lines = wb::stop_recording();
  }
  session.queue().enqueueUnmapMemObject(from_buffer, from);
  session.queue().enqueueUnmapMemObject(to_buffer, to);
  session.queue().finish();
  return fmt::format("{} {} {}\n", reinterpret_cast<std::uint64_t>(stream.source),
                     reinterpret_cast<std::uint64_t>(stream.target), lines.size()) +
         lines + results;
}

}  // namespace

const std::vector<std::string>& graph_rules() {
  static const std::vector<std::string> kRules = {"each chunk once",
                                                  "memory",
                                                  "kernel after upload",
                                                  "download after kernel",
                                                  "slot free before upload",
                                                  "one buffer, one user",
                                                  "flushed",
                                                  "host waits at the end",
                                                  "nothing waits needlessly"};
  return kRules;
}

std::vector<std::pair<std::string, std::string>> graph_faults(const Recording& recording,
                                                              const StreamRun& run) {
  std::map<std::string, std::string> faults;
  const auto places = places_of(recording, run);
  const wb::Promises promises(recording);
  const auto say = [&](int i) { return named(recording, places, i); };
  const int count = static_cast<int>(recording.commands.size());

  std::map<std::tuple<std::string, std::uint64_t, std::size_t>, int> moved;  // by what is moved
  for (int i = 0; i < count; ++i) {
    const RecordedCommand& command = recording.commands[std::size_t(i)];
    if (!places[std::size_t(i)] || places[std::size_t(i)]->stage == Stage::kCompute) continue;
    const int times = ++moved[{command.kind, command.host, command.bytes}];
    if (times > 1)
      faults["each chunk once"] = fmt::format("{} is enqueued {} times", say(i), times);
  }
  std::size_t bytes = 0;
  for (const std::size_t size : recording.buffers) bytes += size;
  if (const std::size_t allowed = run.slots * run.chunk * kSampleBytes; bytes > allowed) {
    faults["memory"] =
        fmt::format("buffers of {} bytes in all, {} slots have {}", bytes, run.slots, allowed);
  }
  for (int b = 0; b < count; ++b) {
    const RecordedCommand& second = recording.commands[std::size_t(b)];
    for (int a = b - 1; a >= 0; --a) {  // the nearest cause first
      const RecordedCommand& first = recording.commands[std::size_t(a)];
      const auto &from = places[std::size_t(a)], &to = places[std::size_t(b)];
      if (promises.before(a, b)) {
        if (!from || !to || needed(*from, *to, run.slots)) continue;
        faults.try_emplace("nothing waits needlessly",
                           fmt::format("{} cannot start before {} has ended ({})", say(b), say(a),
                                       promises.why(a, b)));
      } else if ((writes(first) || writes(second)) && overlap(first, second)) {
        faults.try_emplace(order_rule(from, to),
                           fmt::format("nothing keeps {} waiting for {}, and both use one buffer",
                                       say(b), say(a)));
      }
    }
  }
  if (const int late = promises.never_flushed(); late >= 0) {
    faults["flushed"] = fmt::format(
        "the host waits for {} by way of another queue, and nobody flushed its own", say(late));
  }
  for (int i = 0; i < count; ++i) {
    const auto& place = places[std::size_t(i)];
    if (!place || place->stage != Stage::kDownload || promises.known_to_host(i)) continue;
    faults.try_emplace("host waits at the end",
                       "the function returns without waiting for " + say(i));
  }
  std::vector<std::pair<std::string, std::string>> ordered;
  for (const std::string& rule : graph_rules()) {
    if (faults.count(rule)) ordered.emplace_back(rule, faults[rule]);
  }
  return ordered;
}

std::vector<wb::StageSlice> slices_of(const Recording& recording, const StreamRun& run) {
  const auto places = places_of(recording, run);
  std::vector<wb::StageSlice> slices;
  double begin = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const RecordedCommand& command = recording.commands[i];
    if (!places[i] || command.end_ms <= 0) continue;
    if (slices.empty() || command.start_ms < begin) begin = command.start_ms;
    slices.push_back({places[i]->stage, static_cast<int>(places[i]->chunk),
                      fmt::format("queue {}", command.queue), command.start_ms, command.end_ms});
  }
  for (wb::StageSlice& slice : slices) {
    slice.start_ms -= begin;
    slice.end_ms -= begin;
  }
  return slices;
}

wb::HostExercise stream_exercise() {
  wb::HostExercise made;
  for (const Question& question : kQuestions) made.questions.emplace_back(question.name);
  made.judges = {{"graph", decide_graph}, {"values", decide_values}};
  made.opencl = true;
  made.ask = ask;
  return made;
}

}  // namespace chapters
