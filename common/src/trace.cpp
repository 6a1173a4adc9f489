// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/trace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include "wb/session.hpp"
#include "wb/table.hpp"

namespace wb {

double host_now_ms() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// ---------------------------------------------------------------------------------------------
// Two clocks

namespace {

double event_time_ms(const cl::Event& event, cl_profiling_info which) {
  cl_ulong ns = 0;
  const cl_int code = clGetEventProfilingInfo(event(), which, sizeof ns, &ns, nullptr);
  if (code != CL_SUCCESS) throw cl::Error(code, "clGetEventProfilingInfo");
  return static_cast<double>(ns) * 1e-6;
}

}  // namespace

ClockOffset combine_brackets(const std::vector<std::array<double, 4>>& brackets) {
  double low = -1e300, high = 1e300, best_low = 0, best_high = 1e300;
  ClockOffset offset;
  // <brackets>
  // The command started after the host asked for it and ended before the host knew:
  //   start - offset >= before  and  end - offset <= after.
  for (const auto& [before, start, end, after] : brackets) {
    const double least = end - after, most = start - before;
    low = std::max(low, least);
    high = std::min(high, most);
    if (most - least < best_high - best_low) {
      best_low = least;
      best_high = most;
    }
    offset.at_ms = end;
  }
  // </brackets>
  if (!(low <= high)) {
    low = best_low;
    high = best_high;
  }
  offset.ms = (low + high) / 2;
  offset.uncertainty_ms = (high - low) / 2;
  return offset;
}

ClockOffset measure_clock_offset(cl::CommandQueue& queue, int tries) {
  const cl::Buffer buffer(queue.getInfo<CL_QUEUE_CONTEXT>(), CL_MEM_READ_WRITE, sizeof(cl_int));
  std::vector<std::array<double, 4>> brackets;
  cl_int word = 0;
  queue.finish();
  for (int i = 0; i < tries; ++i) {
    cl::Event event;
    const double before = host_now_ms();
    queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, sizeof word, &word, nullptr, &event);
    event.wait();
    const double after = host_now_ms();
    brackets.push_back({before, event_time_ms(event, CL_PROFILING_COMMAND_START),
                        event_time_ms(event, CL_PROFILING_COMMAND_END), after});
  }
  return combine_brackets(brackets);
}

double on_host_clock(double device_ms, const ClockOffset& first, const ClockOffset& last) {
  const double span = last.at_ms - first.at_ms, drift = last.ms - first.ms;
  // A difference that the measurements leave open is no drift.
  if (!(span > 0) || std::abs(drift) <= first.uncertainty_ms + last.uncertainty_ms) {
    return device_ms - (first.uncertainty_ms < last.uncertainty_ms ? first.ms : last.ms);
  }
  return device_ms - (first.ms + drift * (device_ms - first.at_ms) / span);
}

// ---------------------------------------------------------------------------------------------
// Recording

namespace detail {
std::atomic<bool> tracing{false};
}  // namespace detail

namespace {

struct Pending {
  cl::Event event;
  std::string name;
  std::size_t queue = 0;
  std::uint64_t bytes = 0;
  std::vector<cl_event> after;
  std::size_t scope = kNoParent;
};

struct Recorder {
  std::mutex mutex;
  double start_ms = 0;
  ClockOffset first;
  std::vector<TraceScope> scopes;
  std::size_t earlier = 0;  // scopes of earlier recordings: a scope's number is never given twice
  std::vector<Pending> commands;
  // Held, so that no handle is given to another queue meanwhile.
  std::vector<std::pair<cl::CommandQueue, std::string>> queues;
  std::size_t unnamed = 0;
  std::size_t threads = 0;
  unsigned generation = 0;  // a thread's place is of one recording only
};

Recorder& recorder() {
  static Recorder instance;
  return instance;
}

struct ThreadPlace {
  unsigned generation = 0;
  std::size_t number = 0, open = kNoParent;
};
thread_local ThreadPlace place;

// With the lock held.
ThreadPlace& my_place(Recorder& r) {
  if (place.generation != r.generation) place = {r.generation, r.threads++, kNoParent};
  return place;
}

std::size_t queue_number(Recorder& r, const cl::CommandQueue& queue, const std::string& name) {
  for (std::size_t i = 0; i < r.queues.size(); ++i) {
    if (r.queues[i].first() != queue()) continue;
    if (!name.empty()) r.queues[i].second = name;
    return i;
  }
  r.queues.emplace_back(queue, name.empty() ? fmt::format("queue {}", ++r.unnamed) : name);
  return r.queues.size() - 1;
}

void clear(Recorder& r) {
  r.earlier += r.scopes.size();
  r.scopes.clear();
  r.commands.clear();
  r.queues.clear();
  r.unnamed = r.threads = 0;
  ++r.generation;
}

}  // namespace

std::size_t detail::begin_scope(std::string_view name) {
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  ThreadPlace& mine = my_place(r);
  // An end of 0 says that it is still open.
  r.scopes.push_back({std::string(name), mine.number, host_now_ms(), 0, mine.open});
  mine.open = r.scopes.size() - 1;
  return r.earlier + mine.open;
}

void detail::end_scope(std::size_t index) {
  Recorder& r = recorder();
  const double now = host_now_ms();
  const std::lock_guard lock(r.mutex);
  if (index < r.earlier || index - r.earlier >= r.scopes.size()) return;  // collected meanwhile
  index -= r.earlier;
  r.scopes[index].end_ms = now;
  place.open = r.scopes[index].parent;
}

void start_trace(Session& session) {
  Recorder& r = recorder();
  discard_trace();
  if (session.profiling()) r.first = measure_clock_offset(session.queue());
  r.start_ms = host_now_ms();
  detail::tracing = true;
}

void discard_trace() {
  Recorder& r = recorder();
  detail::tracing = false;
  const std::lock_guard lock(r.mutex);
  clear(r);
}

void name_queue(const cl::CommandQueue& queue, const std::string& name) {
  if (!tracing()) return;
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  queue_number(r, queue, name);
}

void trace_command(const cl::CommandQueue& queue, const cl::Event& event, const std::string& name,
                   std::uint64_t bytes, const std::vector<cl::Event>& after) {
  if (!tracing() || event() == nullptr) return;
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  Pending command{event, name, queue_number(r, queue, ""), bytes, {}, my_place(r).open};
  for (const cl::Event& other : after) command.after.push_back(other());
  r.commands.push_back(std::move(command));
}

Traced::~Traced() {
  if (!tracing()) return;
  trace_command(queue_, event_, fmt::format("{} {}", what_, name_), bytes_);
}

Trace collect_trace(Session& session) {
  Recorder& r = recorder();
  detail::tracing = false;
  const std::lock_guard lock(r.mutex);
  for (const auto& [queue, name] : r.queues) queue.finish();
  Trace trace;
  trace.device = session.facts().name;
  trace.first = trace.last = r.first;
  if (session.profiling()) trace.last = measure_clock_offset(session.queue());
  trace.start_ms = r.start_ms;
  trace.end_ms = host_now_ms();
  trace.scopes = r.scopes;
  for (TraceScope& scope : trace.scopes) {
    if (scope.end_ms == 0) scope.end_ms = trace.end_ms;
  }
  std::map<cl_event, std::size_t> known;
  for (const Pending& pending : r.commands) {
    TraceCommand command;
    command.name = pending.name;
    command.queue = r.queues[pending.queue].second;
    command.bytes = pending.bytes;
    command.scope = pending.scope;
    try {
      const auto at = [&](cl_profiling_info which) {
        return on_host_clock(event_time_ms(pending.event, which), trace.first, trace.last);
      };
      command.queued_ms = at(CL_PROFILING_COMMAND_QUEUED);
      // Some drivers leave a time out, or take one a moment before the other.
      command.submit_ms = std::max(command.queued_ms, at(CL_PROFILING_COMMAND_SUBMIT));
      command.start_ms = std::max(command.submit_ms, at(CL_PROFILING_COMMAND_START));
      command.end_ms = std::max(command.start_ms, at(CL_PROFILING_COMMAND_END));
    } catch (const cl::Error&) {
      ++trace.untimed;
      continue;
    }
    for (const cl_event other : pending.after) {
      if (auto found = known.find(other); found != known.end()) {
        command.after.push_back(found->second);
      }
    }
    known[pending.event()] = trace.commands.size();
    trace.commands.push_back(std::move(command));
  }
  clear(r);
  return trace;
}

// ---------------------------------------------------------------------------------------------
// The tree

namespace {

// Stretches of time, sorted and apart.
using Stretches = std::vector<std::pair<double, double>>;

Stretches merged(Stretches all) {
  std::sort(all.begin(), all.end());
  Stretches out;
  for (const auto& [begin, end] : all) {
    if (!out.empty() && begin <= out.back().second) {
      out.back().second = std::max(out.back().second, end);
    } else {
      out.emplace_back(begin, end);
    }
  }
  return out;
}

Stretches within(const Stretches& inner, const Stretches& outer) {
  Stretches out;
  for (const auto& [a, b] : inner) {
    for (const auto& [c, d] : outer) {
      if (std::max(a, c) < std::min(b, d)) out.emplace_back(std::max(a, c), std::min(b, d));
    }
  }
  return merged(out);
}

double length(const Stretches& all) {
  double sum = 0;
  for (const auto& [begin, end] : all) sum += end - begin;
  return sum;
}

struct Group {
  std::string name;
  bool device = false;
  double first = 0;
  std::vector<std::size_t> scopes;  // indices; empty for commands
  Stretches own;
  std::size_t count = 0;
};

class TreeBuilder {
 public:
  explicit TreeBuilder(const Trace& trace) : trace_(trace) {
    children_.resize(trace.scopes.size() + 1);
    commands_.resize(trace.scopes.size() + 1);
    for (std::size_t i = 0; i < trace.scopes.size(); ++i) {
      children_[slot(trace.scopes[i].parent)].push_back(i);
    }
    const double slack = 2 * std::max(trace.first.uncertainty_ms, trace.last.uncertainty_ms);
    for (std::size_t i = 0; i < trace.commands.size(); ++i) {
      std::size_t scope = trace.commands[i].scope;
      while (scope != kNoParent && trace.scopes[scope].end_ms + slack < trace.commands[i].end_ms) {
        scope = trace.scopes[scope].parent;
      }
      commands_[slot(scope)].push_back(i);
    }
  }

  TraceNode node(const Group& group) const {
    TraceNode node{group.name, group.device, group.count, length(group.own), 0, {}};
    if (group.device) return node;
    std::vector<Group> below;
    const auto into = [&](const std::string& name, bool device, double start, double end) {
      auto found = std::find_if(below.begin(), below.end(), [&](const Group& other) {
        return other.name == name && other.device == device;
      });
      if (found == below.end()) {
        below.push_back({name, device, start, {}, {}, 0});
        found = below.end() - 1;
      }
      found->first = std::min(found->first, start);
      found->own.emplace_back(start, end);
      ++found->count;
      return found;
    };
    for (const std::size_t parent : group.scopes) {
      for (const std::size_t i : children_[slot(parent)]) {
        const TraceScope& scope = trace_.scopes[i];
        into(scope.name, false, scope.start_ms, scope.end_ms)->scopes.push_back(i);
      }
      for (const std::size_t i : commands_[slot(parent)]) {
        const TraceCommand& command = trace_.commands[i];
        into(command.name.substr(0, command.name.find(" #")), true, command.start_ms,
             command.end_ms);
      }
    }
    if (below.empty()) return node;
    std::stable_sort(below.begin(), below.end(),
                     [](const Group& a, const Group& b) { return a.first < b.first; });
    Stretches covered;
    for (Group& child : below) {
      child.own = within(merged(child.own), group.own);
      covered.insert(covered.end(), child.own.begin(), child.own.end());
      node.children.push_back(this->node(child));
    }
    node.unaccounted_ms = node.ms - length(merged(covered));
    return node;
  }

 private:
  const Trace& trace_;
  std::vector<std::vector<std::size_t>> children_, commands_;  // of each scope; last: of none
  std::size_t slot(std::size_t scope) const {
    return scope == kNoParent ? trace_.scopes.size() : scope;
  }
};

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

void print_node(std::string& out, const TraceNode& node, const std::string& head,
                const std::string& below, double parent_ms) {
  constexpr std::size_t kColumn = 56;
  const auto line = [&](const std::string& name, double ms, double of, std::size_t count) {
    const std::size_t used = letters(name) + 1;
    out += name + " ";
    out += std::string(kColumn > used ? kColumn - used : 3, '-');
    out += fmt::format(" {:>10.3f} ms {:>4.0f}%", ms, of > 0 ? 100 * ms / of : 100.0);
    out += count > 1 ? fmt::format("  x{}\n", count) : "\n";
  };
  line(head + node.name + (node.device ? " (device)" : ""), node.ms, parent_ms, node.count);
  const bool rest = !node.children.empty() && node.unaccounted_ms > 0.005 * node.ms;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const bool last = i + 1 == node.children.size() && !rest;
    print_node(out, node.children[i], below + (last ? "└── " : "├── "),
               below + (last ? "    " : "│   "), node.ms);
  }
  if (rest) line(below + "└── (unaccounted)", node.unaccounted_ms, node.ms, 1);
}

}  // namespace

TraceNode trace_tree(const Trace& trace) {
  Group root{"trace", false, trace.start_ms, {kNoParent}, {{trace.start_ms, trace.end_ms}}, 1};
  return TreeBuilder(trace).node(root);
}

std::string to_text(const TraceNode& tree) {
  std::string out;
  print_node(out, tree, "", "", tree.ms);
  return out;
}

// ---------------------------------------------------------------------------------------------
// Chrome's trace event format

nlohmann::json to_chrome(const Trace& trace) {
  using Json = nlohmann::json;
  constexpr int kHost = 1, kDevice = 2;
  const auto us = [&](double ms) { return (ms - trace.start_ms) * 1e3; };
  Json events = Json::array();
  const auto title = [&](const char* what, int process, std::size_t track,
                         const std::string& name) {
    events.push_back({{"ph", "M"},
                      {"name", what},
                      {"pid", process},
                      {"tid", track},
                      {"args", {{"name", name}}}});
  };
  title("process_name", kHost, 0, "host");
  title("process_name", kDevice, 0, "device: " + trace.device);

  std::size_t threads = 0;
  for (const TraceScope& scope : trace.scopes) threads = std::max(threads, scope.thread + 1);
  for (std::size_t t = 0; t < threads; ++t) {
    title("thread_name", kHost, t, fmt::format("thread {}", t + 1));
  }
  for (const TraceScope& scope : trace.scopes) {
    events.push_back({{"ph", "X"},
                      {"name", scope.name},
                      {"cat", "host"},
                      {"pid", kHost},
                      {"tid", scope.thread},
                      {"ts", us(scope.start_ms)},
                      {"dur", (scope.end_ms - scope.start_ms) * 1e3}});
  }

  // Slices on one track must not overlap. Commands of an out-of-order queue do: then the queue gets
  // a second track, and so on.
  std::vector<std::size_t> order(trace.commands.size()), track(trace.commands.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return trace.commands[a].start_ms < trace.commands[b].start_ms;
  });
  std::map<std::string, std::vector<std::pair<std::size_t, double>>> lanes;  // track, busy until
  std::size_t tracks = 0;
  for (const std::size_t i : order) {
    const TraceCommand& command = trace.commands[i];
    auto& own = lanes[command.queue];
    auto lane = std::find_if(own.begin(), own.end(),
                             [&](const auto& l) { return l.second <= command.start_ms; });
    if (lane == own.end()) {
      title("thread_name", kDevice, tracks,
            own.empty() ? command.queue : fmt::format("{} ({})", command.queue, own.size() + 1));
      own.emplace_back(tracks++, 0);
      lane = own.end() - 1;
    }
    lane->second = command.end_ms;
    track[i] = lane->first;
  }
  for (std::size_t i = 0; i < trace.commands.size(); ++i) {
    const TraceCommand& c = trace.commands[i];
    const Json where = {{"pid", kDevice}, {"tid", track[i]}};
    const auto add = [&](Json event) {
      event.update(where);
      events.push_back(std::move(event));
    };
    Json args = {{"queue", c.queue},
                 {"queued_us", (c.submit_ms - c.queued_ms) * 1e3},
                 {"submitted_us", (c.start_ms - c.submit_ms) * 1e3}};
    if (c.bytes > 0) {
      args["bytes"] = c.bytes;
      if (c.end_ms > c.start_ms) {
        args["gbps"] = static_cast<double>(c.bytes) / (c.end_ms - c.start_ms) * 1e-6;
      }
    }
    add({{"ph", "X"},
         {"name", c.name},
         {"cat", "running"},
         {"ts", us(c.start_ms)},
         {"dur", (c.end_ms - c.start_ms) * 1e3},
         {"args", args}});
    // Many commands wait at a time: these are stretches of their own, tied together by an id.
    for (const auto& [state, from, to] : {std::tuple{"queued", c.queued_ms, c.submit_ms},
                                          std::tuple{"submitted", c.submit_ms, c.start_ms}}) {
      for (const auto& [phase, at] : {std::pair{"b", from}, std::pair{"e", to}}) {
        add({{"ph", phase},
             {"name", fmt::format("{}: {}", state, c.name)},
             {"cat", state},
             {"id", i},
             {"ts", us(at)}});
      }
    }
    for (const std::size_t before : c.after) {
      const TraceCommand& b = trace.commands[before];
      const std::string id = fmt::format("{}-{}", before, i);
      // An arrow belongs to the slice that its time lies in, and an end lies in none.
      const double leaves = std::max(b.start_ms, b.end_ms - 1e-6);
      Json from = {{"ph", "s"},      {"name", "event"},      {"cat", "dependency"}, {"id", id},
                   {"pid", kDevice}, {"tid", track[before]}, {"ts", us(leaves)}};
      events.push_back(std::move(from));
      add({{"ph", "f"},
           {"bp", "e"},
           {"name", "event"},
           {"cat", "dependency"},
           {"id", id},
           {"ts", us(std::max(c.start_ms, leaves))}});
    }
  }
  return {{"traceEvents", std::move(events)},
          {"displayTimeUnit", "ms"},
          {"otherData",
           {{"clock_offset_ms", trace.last.ms},
            {"clock_offset_uncertainty_us", trace.last.uncertainty_ms * 1e3},
            {"commands_without_times", trace.untimed}}}};
}

}  // namespace wb
