// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "10_double_buffering/events.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "10_double_buffering/double_buffering.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"

namespace chapters {
namespace {

constexpr std::size_t kSamples = 1 << 14;
constexpr int kWork = 64;
constexpr int kTimes = 15;
constexpr double kGateMs = 20;

void sleep_ms(double ms) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms));
}

// An event's four times, in milliseconds of the device's clock.
struct FourTimes {
  double queued = 0, submit = 0, start = 0, end = 0;
};

FourTimes times_of(const cl::Event& event) {
  // <four-times>
  // The host's call put the command into its queue.
  const auto queued = event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>();
  // The driver took it from the queue and handed it to the device.
  const auto submit = event.getProfilingInfo<CL_PROFILING_COMMAND_SUBMIT>();
  // The device began to run it, and was done.
  const auto start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
  const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  // </four-times>
  return {double(queued) * 1e-6, double(submit) * 1e-6, double(start) * 1e-6, double(end) * 1e-6};
}

class Events {
 public:
  explicit Events(wb::Session& session)
      : context_(session.context()),
        queue_(session.queue()),
        in_(context_, CL_MEM_READ_ONLY, kSamples * kSampleBytes),
        out_(context_, CL_MEM_WRITE_ONLY, kSamples * kSampleBytes),
        kernel_(session.kernel("10_double_buffering/rotate.cl", "rotate_samples", "")) {
    wb::check_launch(session, kernel_, global_, local_);
    queue_.enqueueFillBuffer(in_, cl_float{1}, 0, kSamples * kSampleBytes);
    kernel_.setArg(0, static_cast<cl_int>(kSamples));
    kernel_.setArg(1, static_cast<cl_int>(kWork));
    kernel_.setArg(2, in_);
    kernel_.setArg(3, out_);
    idle();  // the first run may still compile
  }

  FourTimes idle() {
    cl::Event event;
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, global_, local_, nullptr, &event);
    event.wait();
    return times_of(event);
  }

  // The same kernel, held back by an event that only the host can complete.
  FourTimes gated() {
    // <gate>
    cl::UserEvent gate(context_);
    const std::vector<cl::Event> wait_for = {gate};
    cl::Event event;
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, global_, local_, &wait_for, &event);
    queue_.flush();
    sleep_ms(kGateMs);  // the kernel waits in its queue
    gate.setStatus(CL_COMPLETE);
    event.wait();
    // </gate>
    return times_of(event);
  }

  // Milliseconds from a kernel's end to its callback, on one clock.
  double callback(const wb::ClockOffset& offset) {
    // <callback>
    struct Call {
      std::atomic<bool> done = false;
      double at_ms = 0;
    } call;
    cl::Event event;
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, global_, local_, nullptr, &event);
    event.setCallback(
        CL_COMPLETE,
        [](cl_event, cl_int, void* data) {  // on a thread of the driver's: be brief, never wait
          auto* mine = static_cast<Call*>(data);
          mine->at_ms = wb::host_now_ms();
          mine->done = true;
        },
        &call);
    event.wait();
    while (!call.done) std::this_thread::yield();  // the callback may still be on its way
    // </callback>
    return call.at_ms - (times_of(event).end - offset.ms);
  }

  // Whether a barrier ordered two kernels of an out-of-order queue, and a marker told of both.
  bool ordered(cl::CommandQueue& queue) {
    // <barrier>
    cl::Event first, second, both;
    queue.enqueueNDRangeKernel(kernel_, cl::NullRange, global_, local_, nullptr, &first);
    queue.enqueueBarrierWithWaitList();  // what follows starts when all before it is done
    queue.enqueueNDRangeKernel(kernel_, cl::NullRange, global_, local_, nullptr, &second);
    queue.enqueueMarkerWithWaitList(nullptr, &both);  // complete when all before it is
    both.wait();
    // </barrier>
    const auto complete = [](const cl::Event& event) {
      return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
    };
    const bool all_done = complete(first) && complete(second);
    queue.finish();
    return all_done && times_of(first).end <= times_of(second).start;
  }

  // Whether a kernel started though nobody flushed its queue.
  bool starts_unflushed() {
    // <flush>
    cl::Event event;
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, global_, local_, nullptr, &event);
    sleep_ms(5);
    const auto before = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    queue_.flush();  // from here on the device has it, whatever the driver had in mind
    event.wait();
    // </flush>
    return before == CL_RUNNING || before == CL_COMPLETE;
  }

 private:
  static constexpr std::size_t kSampleBytes = 2 * sizeof(cl_float);
  cl::Context& context_;
  cl::CommandQueue& queue_;
  cl::Buffer in_, out_;
  cl::Kernel kernel_;
  cl::NDRange global_{kSamples}, local_{kRotateGroup};
};

}  // namespace

void measure_events(wb::Chapter& chapter) {
  wb::Session& session = chapter.session();
  if (!session.profiling() || session.facts().simulator) {
    chapter.print("\nEvents are left out: {}.\n",
                  session.profiling() ? "a simulator has no time" : "no queue here records times");
    return;
  }
  const wb::Scope scope("events");
  std::optional<Events> made;
  try {
    made.emplace(session);
  } catch (const wb::Skipped& skipped) {
    chapter.print("\nEvents are left out: {}.\n", skipped.what());
    return;
  }
  Events& events = *made;
  std::vector<FourTimes> idle, gated;
  for (int i = 0; i < kTimes; ++i) {
    idle.push_back(events.idle());
    gated.push_back(events.gated());
  }
  wb::Table table({"what lies between", "median ms", "min", "max"});
  const auto add = [&](const std::string& name, std::vector<double> samples) {
    wb::Row row;
    row.experiment = "event";
    row.variant = name;
    row.size = {kSamples, static_cast<std::size_t>(kWork)};
    row.time = wb::summarise("device", std::move(samples));
    const double median = row.time->median_ms;
    table.add({name, wb::three_digits(median), wb::three_digits(row.time->min_ms),
               wb::three_digits(row.time->max_ms)});
    chapter.add(std::move(row));
    return median;
  };
  const auto each = [](const std::vector<FourTimes>& all, double FourTimes::*from,
                       double FourTimes::*to) {
    std::vector<double> samples;
    for (const FourTimes& t : all) samples.push_back(std::max(0.0, t.*to - t.*from));
    return samples;
  };
  add("idle: QUEUED to SUBMIT", each(idle, &FourTimes::queued, &FourTimes::submit));
  add("idle: SUBMIT to START", each(idle, &FourTimes::submit, &FourTimes::start));
  const double run_idle = add("idle: START to END", each(idle, &FourTimes::start, &FourTimes::end));
  const double waited =
      add("gated: QUEUED to START", each(gated, &FourTimes::queued, &FourTimes::start));
  const double run_gated =
      add("gated: START to END", each(gated, &FourTimes::start, &FourTimes::end));

  const wb::ClockOffset offset = wb::measure_clock_offset(session.queue());
  std::vector<double> calls;
  for (int i = 0; i < kTimes; ++i) calls.push_back(std::max(0.0, events.callback(offset)));
  add("END to its callback", calls);

  wb::Row clock;
  clock.experiment = "event";
  clock.variant = "clock";
  clock.size = {1};
  clock.extra["offset_ms"] = offset.ms;
  clock.extra["uncertainty_us"] = 1e3 * offset.uncertainty_ms;
  clock.extra["resolution_ns"] = session.device().getInfo<CL_DEVICE_PROFILING_TIMER_RESOLUTION>();
  chapter.print("\nA small kernel's times; \"gated\": behind a user event for {} ms.\n{}", kGateMs,
                table.str());
  chapter.print(
      "Device clock minus host clock: {:.3f} ms, give or take {:.1f} us; it ticks every {} ns.\n",
      offset.ms, 1e3 * offset.uncertainty_ms, clock.extra["resolution_ns"].get<std::size_t>());
  chapter.add(std::move(clock));
  // It would have to be longer by about as much as the kernel waited.
  const bool covers = run_gated - run_idle > 0.5 * waited;
  chapter.print(
      "Claim: \"START to END covers the queue as well\". Waiting {} ms in it changed START to END "
      "by {:.3f} ms: {}.\n",
      wb::three_digits(waited), run_gated - run_idle,
      covers ? "it holds here" : "it does not hold");

  std::string order = "this device has no out-of-order queue to order";
  if (session.facts().out_of_order) {
    cl::CommandQueue queue(session.context(), session.device(),
                           CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    bool all = true;
    for (int i = 0; i < kTimes; ++i) all &= events.ordered(queue);
    order = all ? "the second kernel never started before the first had ended"
                : "NOT ordered: the second kernel started before the first had ended";
  }
  chapter.print("Barrier in an out-of-order queue: {}.\n", order);
  int started = 0;
  for (int i = 0; i < kTimes; ++i) started += events.starts_unflushed() ? 1 : 0;
  chapter.print("Without clFlush: {} of {} kernels had started after 5 ms.\n", started, kTimes);
}

}  // namespace chapters
