// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The pitfalls in the host program. Each function plays the broken and the fixed version.
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <map>
#include <thread>

#include "11_pitfalls/pitfalls.hpp"
#include "wb/hash.hpp"

namespace chapters {
namespace {

using wb::as_int;
using enum Sight;
constexpr std::size_t kCount = 64;
constexpr std::size_t kBytes = kCount * sizeof(cl_float);
using Floats = std::vector<cl_float>;

// <in_flight>
// "" if the host may touch the memory of this command.
std::string in_flight(const cl::Event& event) {
  const auto state = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
  if (state == CL_COMPLETE) return "";
  const char* const name = state == CL_QUEUED      ? "queued"
                           : state == CL_SUBMITTED ? "submitted"
                           : state == CL_RUNNING   ? "running"
                                                   : "failed";
  return fmt::format("the host touches memory of a command that is still {}", name);
}
// </in_flight>

// A device that is busy for a while: commands that wait for `over` start when it is done.
class Busy {
 public:
  explicit Busy(wb::Session& session) : event_(session.context()), over{event_} {
    opener_ = std::thread([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      event_.setStatus(CL_COMPLETE);
    });
  }
  ~Busy() { opener_.join(); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  cl::UserEvent event_;
  std::thread opener_;

 public:
  std::vector<cl::Event> over;
};

std::string differ(const Floats& got, float expected) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!(got[i] == expected)) return fmt::format("[{}] is {}, expected {}", i, got[i], expected);
  }
  return "";
}

cl::Buffer filled(wb::Session& session, float value) {
  const Floats data(kCount, value);
  cl::Buffer buffer(session.context(), CL_MEM_READ_WRITE, kBytes);
  session.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, kBytes, data.data());
  return buffer;
}

Finding forgotten_wait(wb::Session& session, bool broken) {
  cl::CommandQueue& queue = session.queue();
  const cl::Buffer buffer = filled(session, 7);
  Floats host(kCount, 0);
  const Busy busy(session);
  cl::Event read;
  Finding finding;
  if (broken) {
    // <wait_broken>
    queue.enqueueReadBuffer(buffer, CL_FALSE, 0, kBytes, host.data(), &busy.over, &read);
    finding = {differ(host, 7), in_flight(read)};  // the host looks at once
    // </wait_broken>
  } else {
    // <wait_fixed>
    queue.enqueueReadBuffer(buffer, CL_FALSE, 0, kBytes, host.data(), &busy.over, &read);
    read.wait();  // other work may stand before this line
    finding = {differ(host, 7), in_flight(read)};
    // </wait_fixed>
  }
  queue.finish();
  return finding;
}

Finding reused_in_flight(wb::Session& session, bool broken) {
  cl::CommandQueue& queue = session.queue();
  const cl::Buffer buffer = filled(session, 0);
  Floats host(kCount, 7), result(kCount, 0);
  const Busy busy(session);
  cl::Event write;
  queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, kBytes, host.data(), &busy.over, &write);
  queue.flush();
  Finding finding;
  if (broken) {
    // <reuse_broken>
    finding.check = in_flight(write);
    host.assign(kCount, 8);  // the next frame, into memory that the device has not read yet
    // </reuse_broken>
  } else {
    // <reuse_fixed>
    write.wait();  // or a second piece of host memory, used in turn
    finding.check = in_flight(write);
    host.assign(kCount, 8);
    // </reuse_fixed>
  }
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, kBytes, result.data());
  finding.values = differ(result, 7);
  return finding;
}

Finding used_while_mapped(wb::Session& session, bool broken) {
  cl::CommandQueue& queue = session.queue();
  const cl::Buffer in = filled(session, 1), out = filled(session, 0);
  cl::Kernel kernel = session.kernel("11_pitfalls/scale.cl", "scale", "");
  kernel.setArg(0, as_int(kCount));
  kernel.setArg(1, 2.0f);
  kernel.setArg(2, in);
  kernel.setArg(3, out);
  // <mapped>
  auto* const data = static_cast<cl_float*>(
      queue.enqueueMapBuffer(in, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, kBytes));
  std::fill_n(data, kCount, 3.0f);
  // </mapped>
  if (broken) {
    // <mapped_broken>
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kCount), cl::NDRange(16));
    queue.enqueueUnmapMemObject(in, data);  // too late: the kernel may have read what was there
    // </mapped_broken>
  } else {
    // <mapped_fixed>
    queue.enqueueUnmapMemObject(in, data);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kCount), cl::NDRange(16));
    // </mapped_fixed>
  }
  Floats result(kCount, 0);
  queue.enqueueReadBuffer(out, CL_TRUE, 0, kBytes, result.data());
  return {differ(result, 6), ""};
}

Finding use_host_ptr(wb::Session& session, bool broken) {
  cl::CommandQueue& queue = session.queue();
  alignas(4096) static std::array<cl_float, kCount> host;
  host.fill(1);
  const cl::Buffer buffer(session.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kBytes,
                          host.data());
  const Floats sevens(kCount, 7);
  queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, kBytes, sevens.data());
  Floats seen(kCount);
  if (broken) {
    // <host_ptr_broken>
    queue.finish();
    std::copy(host.begin(), host.end(), seen.begin());  // finished, but never mapped
    // </host_ptr_broken>
  } else {
    // <host_ptr_fixed>
    void* const data = queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, kBytes);
    std::copy(host.begin(), host.end(), seen.begin());  // mapped: now it is the device's content
    queue.enqueueUnmapMemObject(buffer, data);
    // </host_ptr_fixed>
    queue.finish();
  }
  return {differ(seen, 7), ""};
}

// <nan_broken>
bool all_close(const Floats& got, const Floats& expected) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::fabs(got[i] - expected[i]) > 1e-5f) return false;  // no NaN is larger than anything
  }
  return true;
}
// </nan_broken>

// <nan_fixed>
bool all_close_or_nan(const Floats& got, const Floats& expected) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!(std::fabs(got[i] - expected[i]) <= 1e-5f)) return false;  // NaN fails every comparison
  }
  return true;
}
// </nan_fixed>

// Two judges at work on results that are all NaN. The one that lets them pass is the broken one;
// wb::compare, which all chapters use, is asked the same.
Finding nan_blind(wb::Session&, bool broken) {
  const Floats got(kCount, std::nanf("")), expected(kCount, 1);
  const bool passed = broken ? all_close(got, expected) : all_close_or_nan(got, expected);
  wb::Array array("result", wb::Type::kFloat, {kCount});
  std::copy(got.begin(), got.end(), array.as<float>().begin());
  const wb::Verdict verdict =
      wb::compare(array, {std::vector<double>(kCount, 1), {}, wb::roundings(4)});
  return {
      passed && !verdict.ok ? "a comparison let pass what is not right: " + verdict.message : "",
      ""};
}

// What a program keeps of what it has built: the binary, under a key.
using Cache = std::map<std::string, std::vector<unsigned char>>;

cl::Program build_cached(wb::Session& session, Cache& cache, const std::string& key,
                         const std::string& options) {
  if (const auto found = cache.find(key); found != cache.end()) {
    cl::Program program(session.context(), {session.device()}, {found->second});
    program.build({session.device()});
    return program;
  }
  const std::string path = wb::find_kernel_file("11_pitfalls/twice.cl");
  cl::Program program = wb::build_program(session, path, wb::read_kernel_file(path), options);
  cache[key] = program.getInfo<CL_PROGRAM_BINARIES>().at(0);
  return program;
}

Finding stale_cache(wb::Session& session, bool broken) {
  Cache cache;
  cl::CommandQueue& queue = session.queue();
  const cl::Buffer in = filled(session, 1), out = filled(session, 0);
  Floats result(kCount, 0);
  for (const int step : {2, 3}) {
    const std::string options = fmt::format("-DSTEP={}", step);
    std::string key;
    if (broken) {
      // <cache_broken>
      key = "twice.cl";
      // </cache_broken>
    } else {
      // <cache_fixed>
      const std::string path = wb::find_kernel_file("11_pitfalls/twice.cl");
      key = wb::source_hash(wb::read_kernel_file(path), options) + session.facts().name +
            session.facts().driver;
      // </cache_fixed>
    }
    cl::Kernel kernel(build_cached(session, cache, key, options), "twice");
    kernel.setArg(0, as_int(kCount));
    kernel.setArg(1, in);
    kernel.setArg(2, out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kCount), cl::NDRange(16));
    queue.enqueueReadBuffer(out, CL_TRUE, 0, kBytes, result.data());
  }
  return {differ(result, 3), ""};
}

Finding printf_buffer(wb::Session& session, bool broken) {
  cl::CommandQueue& queue = session.queue();
  cl::Kernel kernel = session.kernel("11_pitfalls/say.cl", "say", "");
  const Busy busy(session);
  std::fflush(stdout);
  if (broken) {
    // <printf_broken>
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(4), cl::NDRange(1), &busy.over);
    queue.flush();
    _exit(0);  // as if the host had crashed here: what the kernel printed is lost
    // </printf_broken>
  }
  // <printf_fixed>
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(4), cl::NDRange(1), &busy.over);
  queue.finish();  // only now is every line there, in whatever order
  // </printf_fixed>
  return {};
}

// <owned>
// A kernel object that only the thread that made it may give arguments.
class OwnedKernel {
 public:
  explicit OwnedKernel(cl::Kernel kernel) : kernel_(std::move(kernel)) {}
  template <class T>
  void set(cl_uint index, const T& value) {
    if (std::this_thread::get_id() != owner_) {
      complaint_ =
          fmt::format("argument {} is set by a thread that does not own the kernel", index);
    }
    kernel_.setArg(index, value);
  }
  // </owned>
  const cl::Kernel& get() const { return kernel_; }
  const std::string& complaint() const { return complaint_; }

 private:
  cl::Kernel kernel_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::string complaint_;
};

Finding shared_kernel(wb::Session& session, bool broken) {
  cl::CommandQueue& queue = session.queue();
  const cl::Buffer in = filled(session, 1), mine = filled(session, 0), theirs = filled(session, 0);
  OwnedKernel kernel(session.kernel("11_pitfalls/scale.cl", "scale", ""));
  kernel.set(0, as_int(kCount));
  kernel.set(2, in);
  kernel.set(1, 2.0f);
  kernel.set(3, mine);
  // The other thread comes in between setting and launching: here always, in life now and then.
  if (broken) {
    // <shared_broken>
    std::thread other([&] {
      kernel.set(1, 3.0f);
      kernel.set(3, theirs);
    });
    // </shared_broken>
    other.join();
  } else {
    // <shared_fixed>
    std::thread other([&] {
      OwnedKernel own(session.kernel("11_pitfalls/scale.cl", "scale", ""));  // one for each thread
      own.set(1, 3.0f);
      own.set(3, theirs);
    });
    // </shared_fixed>
    other.join();
  }
  queue.enqueueNDRangeKernel(kernel.get(), cl::NullRange, cl::NDRange(kCount), cl::NDRange(16));
  Floats result(kCount, 0);
  queue.enqueueReadBuffer(mine, CL_TRUE, 0, kBytes, result.data());
  return {differ(result, 2), kernel.complaint()};
}

Finding leaked_events(wb::Session& session, bool broken) {
  const cl::Buffer from = filled(session, 1), to = filled(session, 0);
  std::vector<cl_event> made;  // one reference of ours each, to be able to ask afterwards
  for (int frame = 0; frame < 100; ++frame) {
    if (broken) {
      // <leak_broken>
      cl_event copied = nullptr;
      clEnqueueCopyBuffer(session.queue()(), from(), to(), 0, 0, kBytes, 0, nullptr, &copied);
      clWaitForEvents(1, &copied);  // and then it is forgotten
      // </leak_broken>
      clRetainEvent(copied);
      made.push_back(copied);
    } else {
      // <leak_fixed>
      cl::Event copied;
      session.queue().enqueueCopyBuffer(from, to, 0, 0, kBytes, nullptr, &copied);
      copied.wait();  // the C++ object gives it back
      // </leak_fixed>
      clRetainEvent(copied());
      made.push_back(copied());
    }
  }
  session.queue().finish();
  std::size_t leaked = 0;
  for (const cl_event event : made) {
    cl_uint references = 0;
    clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(references), &references, nullptr);
    if (references > 1) ++leaked;
    for (cl_uint i = 0; i < (broken ? 2 : 1); ++i) clReleaseEvent(event);
  }
  if (leaked <= 4) return {};  // a runtime may hold on to its last few
  return {"", fmt::format("{} of {} events are still held after the loop that made them", leaked,
                          made.size())};
}

Pitfall make(const std::string& name, const std::string& tag, const std::string& symptom,
             const std::string& cause, const std::string& fix, Sights sights,
             const std::string& says, decltype(Pitfall::host) host) {
  const std::string here = "chapters/11_pitfalls/host_pitfalls.cpp";
  return {.name = name,
          .symptom = symptom,
          .cause = cause,
          .fix = fix,
          .broken = {here, tag + "_broken"},
          .fixed = {here, tag + "_fixed"},
          .sights = sights,
          .says = says,
          .instead = "",
          .host = std::move(host)};
}

}  // namespace

std::vector<Pitfall> host_pitfalls() {
  std::vector<Pitfall> all;
  all.push_back(make("forgotten-wait", "wait", "zeros, or the frame before",
                     "a read that does not block has only been queued when the call returns",
                     "wait for its event before the first use",
                     {kLuck, kNotAsked, kNotAsked, kSees}, "is still", forgotten_wait));
  all.push_back(make("reused-in-flight", "reuse", "a frame that holds parts of the next one",
                     "host memory is changed or freed while a queued write has yet to read it",
                     "wait for the event, or take turns between two pieces of memory",
                     {kLuck, kNotAsked, kNotAsked, kSees}, "is still", reused_in_flight));
  all.push_back(make("used-while-mapped", "mapped", "works on a CPU, old data on a GPU",
                     "a kernel runs on a buffer that the host still has mapped",
                     "unmap first; the unmap is what hands the data over",
                     {kLuck, kSees, kNotAsked, kNotAsked}, "mapped", used_while_mapped));
  all.push_back(make("use-host-ptr", "host_ptr", "works on a CPU, old data on a GPU",
                     "USE_HOST_PTR shares an address, and only a map makes its content current",
                     "map before the host looks, unmap before the device does",
                     {kLuck, kNotAsked, kNotAsked, kBlind}, "", use_host_ptr));
  all.back().instead =
      "search the program for USE_HOST_PTR, and run it on a device with memory of "
      "its own";
  all.push_back(make("nan-blind", "nan", "everything passes, and the picture is black",
                     "error > tolerance is false for NaN", "!(error <= tolerance)",
                     {kSees, kNotAsked, kNotAsked, kNotAsked}, "let pass what is not right",
                     nan_blind));
  all.push_back(make("stale-cache", "cache", "an edit changes nothing",
                     "the key of a program cache leaves out what was changed",
                     "a hash of source, options, device and driver",
                     {kLuck, kNotAsked, kNotAsked, kBlind}, "", stale_cache));
  all.back().instead = "empty every cache and run again: POCL_CACHE_DIR, CUDA_CACHE_DISABLE=1";
  all.push_back(make("printf-buffer", "printf", "the last lines before a crash are missing",
                     "a kernel prints into a buffer that is emptied when a command ends",
                     "finish the queue before believing that a line was not printed",
                     {kBlind, kNotAsked, kNotAsked, kBlind}, "", printf_buffer));
  all.back().prints = "was here";
  all.back().instead = "write what matters into a buffer, and read that; finish after each launch";
  all.push_back(make("shared-kernel", "shared", "now and then one result is missing",
                     "two threads set arguments of one kernel object",
                     "a kernel object for each thread; they are cheap",
                     {kLuck, kNotAsked, kNotAsked, kSees}, "does not own", shared_kernel));
  all.push_back(
      make("leaked-events", "leak", "memory grows by a little with every frame",
           "each command that is asked for an event makes one, and someone must release it",
           "cl::Event, or no event where none is needed", {kBlind, kNotAsked, kNotAsked, kSees},
           "events are still held", leaked_events));
  return all;
}

}  // namespace chapters
