// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>
#include "wb/opencl.hpp"

namespace wb {

class Session;

/// Milliseconds of the host's steady clock. Everything in a trace is on this clock.
double host_now_ms();

/// How far the device's clock is ahead of the host's: it lay in [ms - uncertainty, ms +
/// uncertainty] at device time `at_ms`.
struct ClockOffset {
  double ms = 0, uncertainty_ms = 0, at_ms = 0;
};

/// Brackets a small command by the host's clock, several times; what all of them allow together is
/// the answer. The queue must record event times.
ClockOffset measure_clock_offset(cl::CommandQueue& queue, int tries = 20);
/// The offset that such brackets leave: {host before, device start, device end, host after} each.
/// Where they contradict one another (a clock drifts) the tightest counts alone.
ClockOffset combine_brackets(const std::vector<std::array<double, 4>>& brackets);
/// A device time on the host's clock, between two measurements of the offset.
double on_host_clock(double device_ms, const ClockOffset& first, const ClockOffset& last);

inline constexpr std::size_t kNoParent = ~std::size_t{0};

/// One stretch of host code.
struct TraceScope {
  std::string name;
  std::size_t thread = 0;
  double start_ms = 0, end_ms = 0;
  std::size_t parent = kNoParent;  ///< index of the scope around it, on the same thread
};

/// One command of a queue, its four times on the host's clock.
struct TraceCommand {
  std::string name, queue;
  std::uint64_t bytes = 0;
  double queued_ms = 0, submit_ms = 0, start_ms = 0, end_ms = 0;
  std::vector<std::size_t> after = {};  ///< indices of commands whose events it waited for
  std::size_t scope = kNoParent;        ///< the scope that enqueued it
};

/// What was recorded between start_trace() and collect_trace().
struct Trace {
  std::string device;
  double start_ms = 0, end_ms = 0;
  ClockOffset first, last;
  std::vector<TraceScope> scopes;
  std::vector<TraceCommand> commands;
  std::size_t untimed = 0;  ///< commands whose queue records no times, or that failed
};

namespace detail {
extern std::atomic<bool> tracing;
std::size_t begin_scope(std::string_view name);
void end_scope(std::size_t index);
}  // namespace detail

/// Whether anything is recorded. One load: all that a trace costs while it is off.
inline bool tracing() {
  return detail::tracing.load(std::memory_order_relaxed);
}

/// Begins to record, and measures the clocks' offset a first time.
void start_trace(Session& session);
/// Ends recording: waits for the commands, measures the offset again, and hands all of it over.
Trace collect_trace(Session& session);
/// Ends recording and forgets; releases the events.
void discard_trace();
/// What a queue's track is called; without a name "queue 1", "queue 2" as they appear.
void name_queue(const cl::CommandQueue& queue, const std::string& name);
/// Records a command by its event. `after`: the events it was told to wait for. What follows " #"
/// in a name tells one command from the next; the tree adds them up.
void trace_command(const cl::CommandQueue& queue, const cl::Event& event, const std::string& name,
                   std::uint64_t bytes = 0, const std::vector<cl::Event>& after = {});

/// Times the block it stands in.
class Scope {
 public:
  explicit Scope(std::string_view name)
      : index_(tracing() ? detail::begin_scope(name) : kNoParent) {}
  ~Scope() {
    if (index_ != kNoParent) detail::end_scope(index_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  std::size_t index_;
};

/// Gives an enqueue call an event if there is a trace to record it in:
///   Traced traced(queue, "upload", "A", bytes);  queue.enqueueWriteBuffer(..., traced.event());
class Traced {
 public:
  Traced(cl::CommandQueue& queue, std::string_view what, std::string_view name,
         std::uint64_t bytes = 0)
      : queue_(queue), what_(what), name_(name), bytes_(bytes) {}
  ~Traced();
  cl::Event* event() { return tracing() ? &event_ : nullptr; }
  Traced(const Traced&) = delete;
  Traced& operator=(const Traced&) = delete;

 private:
  cl::CommandQueue& queue_;
  std::string_view what_, name_;
  std::uint64_t bytes_;
  cl::Event event_;
};

/// Scopes and commands as one tree. Siblings of one name are one node. `ms` is the time that at
/// least one of them ran, within the parent: so no child is longer than its parent, and children
/// that overlap are not counted twice. A command hangs under the innermost scope, of those around
/// the call that enqueued it, that was still open when it ended.
struct TraceNode {
  std::string name;
  bool device = false;
  std::size_t count = 0;
  double ms = 0, unaccounted_ms = 0;  ///< what no child covers; 0 without children
  std::vector<TraceNode> children = {};
};
TraceNode trace_tree(const Trace& trace);
/// The tree as text: name, dashes, milliseconds, share of the parent, how often.
std::string to_text(const TraceNode& tree);

/// Chrome's trace event format, which ui.perfetto.dev opens: a track a host thread, a track a queue
/// (more where its commands overlap), queued and submitted as stretches of their own, an arrow
/// along each event dependency. Times in microseconds from the trace's start.
nlohmann::json to_chrome(const Trace& trace);

}  // namespace wb
