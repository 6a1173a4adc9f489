// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/ways.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <latch>
#include <thread>

#include "wb/data.hpp"
#include "wb/error.hpp"
#include "wb/trace.hpp"

namespace chapters {
namespace {

constexpr std::size_t kSteps12 = kSteps.size();

double thread_cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * double(t.tv_sec) + 1e-6 * double(t.tv_nsec);
}

}  // namespace

Job::Job(wb::Session& session, std::size_t samples, std::size_t frames, std::uint64_t seed)
    : session_(session), samples_(samples), frames_(frames) {
  const std::size_t result = samples_of(kResult, samples);
  std::vector<cl_uint> in(samples);
  for (std::size_t i = 0; i < samples; ++i) in[i] = cl_uint(wb::mix(seed, i) >> 40);
  expected_.resize(frames * result);
  wb::parallel_for(frames, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const std::vector<cl_uint> out = frame_on_host(in, lift_of(f));
      std::copy(out.begin(), out.end(), expected_.begin() + std::ptrdiff_t(f * result));
    }
  });
  input_ = cl::Buffer(session.context(), CL_MEM_READ_ONLY, bytes_of(kIn, samples));
  results_ = cl::Buffer(session.context(), CL_MEM_READ_WRITE, expected_.size() * sizeof(cl_uint));
  session.queue().enqueueWriteBuffer(input_, CL_TRUE, 0, bytes_of(kIn, samples), in.data());
}

void Job::clear_results() {
  session_.queue().enqueueFillBuffer(results_, cl_uint{0xA5A5A5A5}, 0,
                                     expected_.size() * sizeof(cl_uint));
  session_.queue().finish();
}

std::string Job::fault() {
  std::vector<cl_uint> got(expected_.size());
  session_.queue().enqueueReadBuffer(results_, CL_TRUE, 0, got.size() * sizeof(cl_uint),
                                     got.data());
  const auto wrong = std::mismatch(got.begin(), got.end(), expected_.begin());
  if (wrong.first == got.end()) return "";
  const auto at = std::size_t(wrong.first - got.begin()), one = samples_of(kResult, samples_);
  return fmt::format("sample {} of frame {} is {:#x}, should be {:#x}", at % one, at / one,
                     *wrong.first, *wrong.second);
}

std::size_t sum_of_temporaries(std::size_t n) {
  std::size_t sum = 0;
  for (const wb::Lifetime& t : lifetimes_of(n)) sum += t.bytes;
  return sum;
}

std::size_t part_alignment(const wb::Session& session) {
  // <alignment>
  const auto bits = session.entry().device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>();
  return std::max<std::size_t>(bits / 8, sizeof(cl_uint));  // the query answers in bits
  // </alignment>
}

// <most-alive>
Places most_alive(std::size_t n) {
  Places most;
  const std::vector<wb::Lifetime> lifetimes = lifetimes_of(n);
  for (std::size_t s = 0; s < kSteps.size(); ++s) {
    Places now;
    for (const wb::Lifetime& t : lifetimes) {
      if (t.first <= s && s <= t.last) ++now[t.bytes];
    }
    for (const auto& [bytes, count] : now) most[bytes] = std::max(most[bytes], count);
  }
  return most;
}
// </most-alive>

wb::MemoryPlan plan_of(std::size_t n, const wb::DeviceFacts& facts) {
  return wb::plan_memory(lifetimes_of(n), std::max(facts.base_align_bytes, sizeof(cl_uint)));
}

// One thread's queue, kernels and temporaries.
struct Runner::Worker {
  Runner& all;
  std::size_t number;
  cl::CommandQueue queue;
  std::array<cl::Kernel, kSteps12> kernels;
  std::array<cl::NDRange, kSteps12> global;
  std::array<Block, kTemporaries> held;
  cl::Buffer arena;
  std::vector<wb::Lifetime> lifetimes;
  std::vector<cl::Event> events;
  double cpu_ms = 0;
  std::exception_ptr failed;

  Worker(Runner& runner, std::size_t index)
      : all(runner),
        number(index),
        queue(runner.job_.session().context(), runner.job_.session().device(),
              CL_QUEUE_PROFILING_ENABLE),
        lifetimes(lifetimes_of(runner.job_.samples())) {
    wb::Session& session = all.job_.session();
    for (std::size_t s = 0; s < kSteps12; ++s) {
      const wb::Launch launch = launch_of(kSteps[s], all.job_.samples(), 0, 0);
      kernels[s] = session.kernel(launch.kernel, launch.entry, "");
      global[s] = launch.global;
      wb::check_launch(session, kernels[s], launch.global, launch.local);
      for (cl_uint i = 0; i < launch.args.size(); ++i) {
        if (const auto* v = std::get_if<cl_int>(&launch.args[i].value)) kernels[s].setArg(i, *v);
        if (const auto* v = std::get_if<cl_uint>(&launch.args[i].value)) kernels[s].setArg(i, *v);
      }
    }
    make_fixed();
  }

  cl::Buffer& buffer_of(Signal signal) {
    if (signal == kIn) return all.job_.input();
    return signal == kResult ? all.job_.results() : held[std::size_t(signal)].buffer;
  }
  // Buffers are the last arguments: what is read, then what is written.
  void set_buffers(std::size_t s) {
    const Step& step = kSteps[s];
    auto i = kernels[s].getInfo<CL_KERNEL_NUM_ARGS>();
    kernels[s].setArg(--i, buffer_of(step.out));
    if (step.b != step.a) kernels[s].setArg(--i, buffer_of(step.b));
    kernels[s].setArg(--i, buffer_of(step.a));
  }
  bool is_fixed() const {
    return all.way_.source != Source::kCreate && all.way_.source != Source::kPool;
  }

  void make_fixed() {
    const cl::Context& context = all.job_.session().context();
    const std::size_t n = all.job_.samples();
    if (all.way_.source == Source::kKept) {
      // <kept>
      for (int t = 0; t < kTemporaries; ++t) {
        held[std::size_t(t)].buffer = all.ledger_.buffer(context, bytes_of(Signal(t), n));
      }
      // </kept>
    }
    if (all.way_.source == Source::kApart) {
      const std::size_t alignment = part_alignment(all.job_.session());
      std::array<std::size_t, kTemporaries + 1> offset{};
      for (std::size_t t = 0; t < kTemporaries; ++t) {
        offset[t + 1] = offset[t] + wb::round_up(bytes_of(Signal(t), n), alignment);
      }
      arena = all.ledger_.buffer(context, offset.back());
      for (std::size_t t = 0; t < kTemporaries; ++t) {
        held[t].buffer = all.ledger_.part(arena, offset[t], bytes_of(Signal(t), n));
      }
    }
    if (all.way_.source == Source::kPlan) {
      // <plan>
      const wb::MemoryPlan plan = plan_of(n, all.job_.session().facts());
      arena = all.ledger_.buffer(context, plan.peak_bytes);
      // These overlap. An array lets go of its elements last first, as one driver wants it.
      for (std::size_t t = 0; t < kTemporaries; ++t) {
        held[t].buffer = all.ledger_.part(arena, plan.offset[t], bytes_of(Signal(t), n));
      }
      // </plan>
    }
    if (!is_fixed()) return;
    for (std::size_t s = 0; s < kSteps12; ++s) set_buffers(s);
  }

  void get(Signal signal) {
    Block& block = held[std::size_t(signal)];
    const std::size_t bytes = bytes_of(signal, all.job_.samples());
    if (all.way_.source == Source::kCreate) {
      // <create>
      block.buffer = all.ledger_.buffer(all.job_.session().context(), bytes);
      // </create>
    } else {
      // <from-pool>
      block = all.pool_->take(number, bytes, [this] { queue.flush(); });
      // </from-pool>
    }
  }
  void release(Signal signal, const cl::Event& last_use) {
    Block& block = held[std::size_t(signal)];
    if (all.way_.source == Source::kPool) {
      all.pool_->give_back_after(last_use, std::move(block));
      return;
    }
    // <release>
    block.buffer = cl::Buffer();  // the driver keeps the memory until the last command is done
    // </release>
  }

  void one_frame(std::size_t frame) {
    const bool fixed = is_fixed();
    kernels.front().setArg(1, lift_of(frame));
    kernels.back().setArg(2, wb::as_int(frame * samples_of(kResult, all.job_.samples())));
    // <frame>
    for (std::size_t s = 0; s < kSteps.size(); ++s) {
      const Step& step = kSteps[s];
      if (!fixed) {
        if (step.out != kResult) get(step.out);
        set_buffers(s);
      }
      cl::Event& event = events.emplace_back();
      queue.enqueueNDRangeKernel(kernels[s], cl::NullRange, global[s], cl::NDRange(kFrameGroup),
                                 nullptr, &event);
      if (fixed) continue;
      for (const Signal read : {step.a, step.b}) {  // whoever was read for the last time goes
        if (read == kIn || lifetimes[std::size_t(read)].last != s) continue;
        if (held[std::size_t(read)].buffer()) release(read, event);
      }
    }
    queue.flush();
    // </frame>
    if (!wb::tracing()) return;
    for (std::size_t s = 0; s < kSteps12; ++s) {
      wb::trace_command(queue, events[events.size() - kSteps12 + s],
                        kernels[s].getInfo<CL_KERNEL_FUNCTION_NAME>());
    }
  }

  void all_frames() {
    const double cpu = thread_cpu_ms();
    const wb::Scope scope(fmt::format("thread {}", number + 1));
    for (std::size_t f = number; f < all.job_.frames(); f += all.workers_.size()) one_frame(f);
    queue.finish();
    cpu_ms = thread_cpu_ms() - cpu;
  }
};

Runner::Runner(Job& job, const Way& way) : job_(job), way_(way) {
  wb::Session& session = job.session();
  if (way.source == Source::kPool) {
    // <pool-size>
    // Threads hold what they need and wait for more: with less than this, all may wait for one
    // another.
    Places places = most_alive(job.samples());
    for (auto& [bytes, count] : places) count *= way.threads * way.copies;
    pool_ = std::make_unique<Pool>(session.context(), places, part_alignment(session), ledger_);
    // </pool-size>
  }
  for (std::size_t t = 0; t < way.threads; ++t) {
    workers_.push_back(std::make_unique<Worker>(*this, t));
    if (wb::tracing()) {
      wb::name_queue(workers_[t]->queue, fmt::format("{}: queue {}", way.name, t + 1));
    }
  }
}

Runner::~Runner() {
  try {  // after an error commands may still run, and their callbacks want the pool
    for (const auto& worker : workers_) worker->queue.finish();
    if (pool_) pool_->settle();
  } catch (const std::exception&) {  // the device is gone, and its commands with it
  }
}

Run Runner::run(const wb::ClockOffset* clock) {
  const wb::Scope scope(way_.name);
  std::vector<std::thread> threads;
  std::latch ready(std::ptrdiff_t(way_.threads)), go(1);
  for (const auto& worker : workers_) {
    worker->events.clear();
    worker->events.reserve(job_.frames() * kSteps12);
    threads.emplace_back([&ready, &go, &worker = *worker] {
      ready.count_down();
      go.wait();
      try {
        worker.all_frames();
      } catch (...) {
        worker.failed = std::current_exception();
      }
    });
  }
  ready.wait();
  Run run;
  const double start = wb::host_now_ms();
  go.count_down();
  for (std::thread& thread : threads) thread.join();
  run.total_ms = wb::host_now_ms() - start;
  for (const auto& worker : workers_) {
    if (worker->failed) std::rethrow_exception(std::exchange(worker->failed, nullptr));
    run.host_ms += worker->cpu_ms;
  }
  if (pool_) pool_->settle();

  for (const auto& worker : workers_) {
    for (std::size_t i = 0; i < worker->events.size(); ++i) {
      const auto at = [&](auto what) { return double(what) * 1e-6; };
      const cl::Event& event = worker->events[i];
      run.ran.push_back({worker->number, worker->number + i / kSteps12 * workers_.size(),
                         i % kSteps12, at(event.getProfilingInfo<CL_PROFILING_COMMAND_START>()),
                         at(event.getProfilingInfo<CL_PROFILING_COMMAND_END>())});
    }
    worker->events.clear();
  }
  std::sort(run.ran.begin(), run.ran.end(),
            [](const Ran& a, const Ran& b) { return a.start_ms < b.start_ms; });
  const double first = run.ran.front().start_ms;
  // <idle>
  double busy = 0, until = first;  // kernels of several queues may run at the same time
  for (const Ran& ran : run.ran) {
    busy += std::max(0.0, ran.end_ms - std::max(ran.start_ms, until));
    until = std::max(until, ran.end_ms);
  }
  run.idle = 1 - busy / (until - first);
  // </idle>
  for (Ran& ran : run.ran) {
    ran.start_ms -= first;
    ran.end_ms -= first;
  }
  if (!pool_) return run;
  for (Wait wait : pool_->waits()) {
    (wait.for_lock ? run.lock_ms : run.block_ms) += wait.end_ms - wait.start_ms;
    if (!clock) continue;
    wait.start_ms += clock->ms - first;
    wait.end_ms += clock->ms - first;
    run.waits.push_back(wait);
  }
  return run;
}

}  // namespace chapters
