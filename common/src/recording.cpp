// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/recording.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "wb/error.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMost = 8'000;  // lines of a recording, numbers in a list

std::vector<int> read_list(std::istream& in, std::size_t known) {
  std::size_t count = 0;
  in >> count;
  if (!in || count > kMost) throw Error("the recording is broken");
  std::vector<int> list(count);
  for (int& item : list) {
    in >> item;
    if (item < -1 || item >= static_cast<int>(known)) throw Error("the recording is broken");
  }
  return list;
}

template <class F>
F* recorder_call(const char* name) {
  void* found = ::dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) throw Error("the recorder is not preloaded");
  return reinterpret_cast<F*>(found);
}

}  // namespace

Recording parse_recording(const std::string& text) {
  Recording all;
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (++count > kMost) throw Error("the recording is longer than any answer needs");
    std::istringstream in(line);
    std::string word;
    in >> word;
    const auto queue = [&] {
      int of = -1;
      in >> of;
      if (of < -1 || of >= static_cast<int>(all.out_of_order.size())) of = -1;
      return of;
    };
    if (word == "buffer") {
      std::size_t bytes = 0;
      in >> bytes;
      all.buffers.push_back(bytes);
    } else if (word == "queue") {
      int out_of_order = 0;
      in >> out_of_order;
      all.out_of_order.push_back(out_of_order != 0);
    } else if (word == "command") {
      RecordedCommand command;
      in >> command.kind;
      command.queue = queue();
      in >> command.blocking >> command.offset >> command.bytes >> command.host;
      command.waits = read_list(in, all.commands.size());
      command.buffers = read_list(in, all.buffers.size());
      all.steps.push_back({Recording::Step::kCommand, static_cast<int>(all.commands.size()), {}});
      all.commands.push_back(std::move(command));
    } else if (word == "flush" || word == "finish") {
      all.steps.push_back(
          {word == "flush" ? Recording::Step::kFlush : Recording::Step::kFinish, queue(), {}});
    } else if (word == "wait") {
      all.steps.push_back({Recording::Step::kWait, -1, read_list(in, all.commands.size())});
    } else if (word == "time") {
      std::size_t of = 0;
      std::uint64_t start = 0, end = 0;
      in >> of >> start >> end;
      if (of >= all.commands.size()) throw Error("the recording is broken");
      all.commands[of].start_ms = double(start) * 1e-6;
      all.commands[of].end_ms = double(end) * 1e-6;
    } else {
      throw Error("the recording is broken");
    }
    if (!in) throw Error("the recording is broken");
  }
  return all;
}

Promises::Promises(const Recording& recording) {
  const std::vector<RecordedCommand>& commands = recording.commands;
  const std::size_t count = commands.size(), queues = recording.out_of_order.size();
  before_.assign(count, std::vector<bool>(count, false));
  edges_.resize(count);
  host_.assign(count, false);
  std::vector<std::vector<int>> in_queue(queues);
  std::vector<int> barrier(queues, -1);
  std::vector<bool> flushed(count, false);

  const auto flush = [&](int queue) {
    if (queue < 0) return;
    for (const int c : in_queue[std::size_t(queue)]) flushed[std::size_t(c)] = true;
  };
  // The host waited for this command, so for all before it too.
  const auto learn = [&](int command) {
    if (command < 0) return;
    flush(commands[std::size_t(command)].queue);  // waiting hands over the queue waited for
    for (std::size_t c = 0; c < count; ++c) {
      if (static_cast<int>(c) != command && !before_[std::size_t(command)][c]) continue;
      host_[c] = true;
      if (!flushed[c] && never_flushed_ < 0) never_flushed_ = static_cast<int>(c);
    }
  };
  for (const Recording::Step& step : recording.steps) {
    switch (step.kind) {
      case Recording::Step::kFlush:
        flush(step.of);
        break;
      case Recording::Step::kFinish:
        flush(step.of);
        if (step.of >= 0) {
          for (const int c : in_queue[std::size_t(step.of)]) learn(c);
        }
        break;
      case Recording::Step::kWait:
        for (const int c : step.events) learn(c);
        break;
      case Recording::Step::kCommand: {
        const int id = step.of;
        const RecordedCommand& command = commands[std::size_t(id)];
        std::vector<bool>& mine = before_[std::size_t(id)];
        const auto after = [&](int other, const char* why) {
          if (other < 0) return;
          edges_[std::size_t(id)].push_back({other, why});
          mine[std::size_t(other)] = true;
          for (std::size_t c = 0; c < count; ++c) {
            if (before_[std::size_t(other)][c]) mine[c] = true;
          }
        };
        for (const int other : command.waits) after(other, "its wait list names it");
        if (command.queue >= 0) {
          std::vector<int>& earlier = in_queue[std::size_t(command.queue)];
          const bool gathers =
              (command.kind == "barrier" || command.kind == "marker") && command.waits.empty();
          if (!recording.out_of_order[std::size_t(command.queue)]) {
            if (!earlier.empty()) after(earlier.back(), "both are in one in-order queue");
          } else if (gathers) {
            for (const int other : earlier)
              after(other, "a barrier or marker gathers what is before it");
          }
          after(barrier[std::size_t(command.queue)], "a barrier stands between them");
          if (command.kind == "barrier") barrier[std::size_t(command.queue)] = id;
          earlier.push_back(id);
        }
        // The latest first: it brings what came before it along.
        for (int c = static_cast<int>(count) - 1; c >= 0; --c) {
          if (host_[std::size_t(c)] && !mine[std::size_t(c)]) {
            after(c, "the host had waited for it before it went on");
          }
        }
        if (command.blocking) learn(id);
        break;
      }
    }
  }
}

std::string Promises::why(int first, int second) const {
  // The last link of a chain from one to the other tells most: it is where the reader must look.
  for (const Edge& edge : edges_[std::size_t(second)]) {
    if (edge.from == first) return edge.why;
  }
  for (const Edge& edge : edges_[std::size_t(second)]) {
    if (before(first, edge.from)) return std::string("by way of another command: ") + edge.why;
  }
  return "";
}

std::string recorder_path() {
  const fs::path beside = fs::path(executable_path()).parent_path();
  for (const fs::path& path : {beside / "../lib/libwb_recorder.so", beside / "libwb_recorder.so",
                               fs::path(WB_RECORDER_FILE)}) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) return fs::weakly_canonical(path).string();
  }
  return "";
}

void start_recording() {
  recorder_call<void()>("wb_recorder_start")();
}

std::string stop_recording() {
  return recorder_call<const char*()>("wb_recorder_stop")();
}

}  // namespace wb
