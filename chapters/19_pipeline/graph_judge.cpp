// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "19_pipeline/graph_judge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "19_pipeline/exercise.hpp"
#include "wb/chapter.hpp"
#include "wb/data.hpp"
#include "wb/error.hpp"
#include "wb/exercise.hpp"
#include "wb/recording.hpp"
#include "wb/session.hpp"

namespace chapters {
namespace {

constexpr std::size_t kCount = 1024, kGroup = 64;  // numbers in a buffer, work-items in a group

// A stage of a question: out = 3 a + 5 b + 1.
struct Mix {
  int a, b, out;
  std::vector<int> buffers() const { return {a, b, out}; }
};

struct Question {
  const char* name;
  int buffers;
  std::vector<Mix> stages;
};

const std::vector<Question> kQuestions = {
    {"a chain", 4, {{0, 0, 1}, {1, 1, 2}, {2, 2, 3}}},
    {"six stages", 7, {{0, 0, 1}, {1, 1, 2}, {1, 0, 3}, {2, 3, 4}, {0, 0, 5}, {4, 5, 6}}},
    {"a buffer used again", 7, {{0, 0, 1}, {1, 1, 2}, {6, 6, 1}, {1, 6, 3}, {2, 3, 4}, {0, 0, 5}}},
    {"written twice", 7, {{0, 0, 1}, {2, 2, 1}, {1, 1, 3}, {0, 0, 4}, {3, 4, 5}, {2, 2, 6}}},
    {"four readers", 6, {{0, 0, 1}, {1, 1, 2}, {1, 0, 3}, {0, 1, 4}, {1, 1, 5}, {2, 5, 1}}},
};

const std::vector<std::pair<std::string, const char*>> kRules = {
    {"each stage once", "Every stage is enqueued, once, with its kernel as it was given."},
    {"an input is there",
     "A stage may start before what it reads has been written. Often it does not, and all looks "
     "well: its wait list, a queue's order or the host must see to it."},
    {"a buffer is free",
     "A stage may overwrite what an earlier stage still reads. Reading does not protect: wait for "
     "the "
     "readers too."},
    {"the last writer is last",
     "Two stages write one buffer, and either may be the last. What stays there must be the later "
     "one's."},
    {"flushed",
     "A command waits in its queue until somebody flushes it; a wait by way of another queue does "
     "not."},
    {"host waits at the end", "The function returns while a stage may still run."},
    {"nothing waits needlessly",
     "No buffer is written by the one and touched by the other, directly or by way of stages "
     "between. "
     "Every other order is time in which something stands still."}};

// <conflict>
// Why the later of two stages has to wait for the earlier one; "" if it does not.
const char* conflict(const Mix& first, const Mix& second) {
  if (second.a == first.out || second.b == first.out) return "an input is there";
  if (first.a == second.out || first.b == second.out) return "a buffer is free";
  return first.out == second.out ? "the last writer is last" : "";
}
// </conflict>

using Faults = std::map<std::string, std::string>;  // rule -> a sentence

Faults graph_faults(const wb::Recording& recording, const Question& question) {
  Faults faults;
  const auto& stages = question.stages;
  const std::size_t n = stages.size();
  std::vector<int> command(n, -1);
  for (std::size_t s = 0; s < n; ++s) {
    int times = 0;
    for (std::size_t c = 0; c < recording.commands.size(); ++c) {
      const wb::RecordedCommand& one = recording.commands[c];
      if (one.kind != "kernel" || one.buffers != stages[s].buffers()) continue;
      ++times;
      command[s] = static_cast<int>(c);
    }
    if (times != 1) {
      faults.try_emplace("each stage once", fmt::format("stage {} is enqueued {} times", s, times));
    }
  }
  if (!faults.empty()) return faults;
  const wb::Promises promises(recording);
  std::vector<std::vector<bool>> needed(n, std::vector<bool>(n));  // also by way of others
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i-- > 0;) {
      const std::string rule = conflict(stages[i], stages[j]);
      if (rule.empty()) continue;
      needed[i][j] = true;
      for (std::size_t k = 0; k < i; ++k) needed[k][j] = needed[k][j] || needed[k][i];
      if (promises.before(command[i], command[j])) continue;
      faults.try_emplace(
          rule,
          fmt::format("nothing keeps stage {} waiting for stage {}, and buffer {} is {}", j, i,
                      rule == "a buffer is free" ? stages[j].out : stages[i].out,
                      rule == "an input is there"  ? "what it reads"
                      : rule == "a buffer is free" ? "read by one and overwritten by the other"
                                                   : "written by both"));
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j || needed[i][j] || !promises.before(command[i], command[j])) continue;
      faults.try_emplace("nothing waits needlessly",
                         fmt::format("stage {} cannot start before stage {} has ended ({})", j, i,
                                     promises.why(command[i], command[j])));
    }
    if (!promises.known_to_host(command[i])) {
      faults.try_emplace("host waits at the end",
                         fmt::format("the function returns without waiting for stage {}", i));
    }
  }
  if (const int late = promises.never_flushed(); late >= 0) {
    const auto stage = std::ranges::find(command, late) - command.begin();
    const std::string which = stage < std::ptrdiff_t(n) ? fmt::format("stage {}", stage)
                                                        : std::string("a command without a kernel");
    faults["flushed"] = fmt::format(
        "the host waits for {} by way of another queue, and nobody flushed its own", which);
  }
  return faults;
}

std::vector<cl_uint> start_of(int buffer, std::uint64_t seed) {
  std::vector<cl_uint> values(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    values[i] = static_cast<cl_uint>(wb::mix(seed + std::uint64_t(buffer), i));
  }
  return values;
}

std::vector<std::vector<cl_uint>> results_of(const Question& question, std::uint64_t seed) {
  std::vector<std::vector<cl_uint>> buffers;
  for (int b = 0; b < question.buffers; ++b) buffers.push_back(start_of(b, seed));
  for (const Mix& mix : question.stages) {
    for (std::size_t i = 0; i < kCount; ++i) {
      buffers[std::size_t(mix.out)][i] =
          3 * buffers[std::size_t(mix.a)][i] + 5 * buffers[std::size_t(mix.b)][i] + 1;
    }
  }
  return buffers;
}

// "LENGTH\n", the recorder's lines, then all buffers.
std::pair<wb::Recording, std::string> read_answer(const std::string& bytes,
                                                  const Question& question) {
  const std::size_t line = bytes.find('\n');
  const std::size_t results = std::size_t(question.buffers) * kCount * sizeof(cl_uint);
  if (line == std::string::npos || bytes.size() < line + 1 + results) {
    throw wb::Error("an answer has the wrong size");
  }
  return {wb::parse_recording(bytes.substr(line + 1, bytes.size() - line - 1 - results)),
          bytes.substr(bytes.size() - results)};
}

void fail(wb::JudgeFinding& finding, const std::string& what, const std::string& means) {
  if (finding.status != "fail") {
    finding.message = fmt::format(
        "what      {}\nmeans     {}\nre-read   book/19_pipeline.md, \"Exercise\"\n", what, means);
  }
  finding.status = "fail";
}

void decide_graph(const std::vector<std::string>& answers, const wb::ChapterOptions&,
                  wb::JudgeFinding& finding) {
  for (std::size_t q = 0; q < kQuestions.size(); ++q) {
    const Question& question = kQuestions[q];
    const Faults faults = graph_faults(read_answer(answers[q], question).first, question);
    for (const auto& [rule, meaning] : kRules) {
      const auto fault = faults.find(rule);
      const bool ok = fault == faults.end();
      finding.cases.push_back(
          {fmt::format("{}: {}", question.name, rule), ok ? "pass" : "fail", ok ? "" : "broken"});
      if (!ok) fail(finding, fmt::format("{}: {}", question.name, fault->second), meaning);
    }
  }
}

void decide_values(const std::vector<std::string>& answers, const wb::ChapterOptions& options,
                   wb::JudgeFinding& finding) {
  for (std::size_t q = 0; q < kQuestions.size(); ++q) {
    const Question& question = kQuestions[q];
    const std::string results = read_answer(answers[q], question).second;
    const auto right = results_of(question, options.seed);
    std::string wrong;
    for (std::size_t b = 0; b < right.size() && wrong.empty(); ++b) {
      if (std::memcmp(results.data() + b * kCount * sizeof(cl_uint), right[b].data(),
                      kCount * sizeof(cl_uint)) != 0) {
        wrong =
            fmt::format("{}: buffer {} holds other numbers than one stage after the other gives",
                        question.name, b);
      }
    }
    finding.cases.push_back(
        {question.name, wrong.empty() ? "pass" : "fail", wrong.empty() ? "" : "wrong"});
    if (!wrong.empty())
      fail(finding, wrong, "Which stage wrote it last, and what did that one read?");
  }
}

// The device and the program; made before the reader's code is loaded.
struct Child {
  wb::Session session;
  cl::Program program;
  explicit Child(const std::string& device)
      : session(device), program(session.program("19_pipeline/mix.cl", "")) {}
};

std::string ask(std::size_t i, wb::HostLibrary& library, const wb::ChapterOptions& options) {
  static Child child(options.device);
  const Question& question = kQuestions[i];
  wb::Session& session = child.session;
  const auto run = library.find<decltype(exercise::run_graph)>("run_graph");
  wb::start_recording();  // buffers and arguments that are made from here on have numbers
  exercise::Work work{session.context(), session.device(), {}};
  std::vector<cl::Buffer> buffers;
  for (int b = 0; b < question.buffers; ++b) {
    std::vector<cl_uint> values = start_of(b, options.seed);
    buffers.emplace_back(session.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                         kCount * sizeof(cl_uint), values.data());
  }
  for (const Mix& mix : question.stages) {
    cl::Kernel kernel(child.program, "mix_two");
    const std::vector<int> all = mix.buffers();
    for (cl_uint a = 0; a < 3; ++a) kernel.setArg(a, buffers[std::size_t(all[a])]);
    std::vector<int> reads = {mix.a};
    if (mix.b != mix.a) reads.push_back(mix.b);
    work.stages.push_back({kernel, cl::NDRange(kCount), cl::NDRange(kGroup), reads, {mix.out}});
  }
  run(work);
  const std::string lines = wb::stop_recording();
  std::string results;
  for (const cl::Buffer& buffer : buffers) {
    std::vector<cl_uint> values(kCount);
    session.queue().enqueueReadBuffer(buffer, CL_TRUE, 0, kCount * sizeof(cl_uint), values.data());
    results.append(reinterpret_cast<const char*>(values.data()), kCount * sizeof(cl_uint));
  }
  return fmt::format("{}\n", lines.size()) + lines + results;
}

}  // namespace

wb::HostExercise graph_exercise() {
  wb::HostExercise made;
  for (const Question& question : kQuestions) made.questions.emplace_back(question.name);
  made.judges = {{"graph", decide_graph}, {"values", decide_values}};
  made.opencl = true;
  made.ask = ask;
  return made;
}

}  // namespace chapters
