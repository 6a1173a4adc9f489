// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "10_double_buffering/stream.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "10_double_buffering/double_buffering.hpp"
#include "wb/data.hpp"
#include "wb/error.hpp"
#include "wb/experiment.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"

namespace chapters {

Job::Job(wb::Session& session, std::size_t chunks, std::size_t samples, std::size_t work)
    : session_(session), chunks_(chunks), samples_(samples), work_(work) {
  const std::size_t floats = 2 * samples * chunks, bytes = floats * sizeof(cl_float);
  const wb::DeviceFacts& facts = session.facts();
  if (bytes > facts.max_allocation_bytes) {
    throw wb::Error(fmt::format(
        "the job's {} chunks hold {}, this device allows {} in one buffer; try a smaller --size",
        chunks, wb::human_bytes(static_cast<double>(bytes)),
        wb::human_bytes(static_cast<double>(facts.max_allocation_bytes))));
  }
  input_.resize(floats);
  output_.resize(floats);
  wb::parallel_for(floats, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      input_[i] = static_cast<float>(wb::mix(10, i) >> 40) * 0x1p-23f - 1;
    }
  });
  // <pinned>
  const auto pinned = [&](cl::Buffer& buffer, cl_map_flags access) {
    buffer = cl::Buffer(session_.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
    return static_cast<float*>(
        session_.queue().enqueueMapBuffer(buffer, CL_TRUE, access, 0, bytes));
  };
  // Mapped as long as the job lives; only the host uses it, as the near end of its copies.
  from_ = pinned(pinned_input_, CL_MAP_WRITE);
  to_ = pinned(pinned_output_, CL_MAP_READ | CL_MAP_WRITE);
  // </pinned>
  std::copy(input_.begin(), input_.end(), from_);
}

Job::~Job() {
  try {
    session_.queue().enqueueUnmapMemObject(pinned_input_, from_);
    session_.queue().enqueueUnmapMemObject(pinned_output_, to_);
    session_.queue().finish();
  } catch (const cl::Error&) {  // the device is gone, and its memory with it
  }
}

float* Job::source(Memory memory, std::size_t chunk) {
  return (memory == Memory::kPinned ? from_ : input_.data()) + 2 * samples_ * chunk;
}

float* Job::target(Memory memory, std::size_t chunk) {
  return (memory == Memory::kPinned ? to_ : output_.data()) + 2 * samples_ * chunk;
}

Pipeline::Pipeline(Job& job, const Way& way)
    : job_(job),
      way_(way),
      context_(job.session().context()),
      chunks_(job.chunks()),
      bytes_(job.chunk_bytes()),
      global_(rotate_kernel(job.session().facts()).work_items(job.samples())),
      local_(kRotateGroup) {
  wb::Session& session = job.session();
  if (way.order == Order::kOutOfOrder && !session.facts().out_of_order) {
    throw wb::Skipped("this device has no out-of-order queues");
  }
  if (way.memory == Memory::kZeroCopy &&
      !session.device().getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>()) {
    throw wb::Skipped("this device has memory of its own: it could only copy");
  }
  switch (way.order) {
    case Order::kBlocking:
    case Order::kInOrder:
    case Order::kZeroCopy:
      add_queue("in order");
      break;
    case Order::kSlotQueues:
      for (int s = 0; s < way.slots; ++s) add_queue(fmt::format("slot {}", s));
      break;
    case Order::kOutOfOrder:
      add_queue("out of order", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      break;
    case Order::kTwoQueues:
    case Order::kTwoQueuesWrongOrder:
      add_queue("copies");
      add_queue("kernels");
      break;
    case Order::kThreeQueues:
      for (const char* name : {"upload", "compute", "download"}) add_queue(name);
      break;
  }
  const RotateKernel kernel = rotate_kernel(session.facts());
  for (int s = 0; s < way.slots; ++s) {
    Slot slot;
    slot.kernel = session.kernel(kernel.file, kernel.entry, "");
    wb::check_launch(session, slot.kernel, global_, local_);
    slot.kernel.setArg(0, wb::as_int(job.samples()));
    if (way.memory != Memory::kZeroCopy) {
      slot.in = cl::Buffer(context_, CL_MEM_READ_ONLY, bytes_);
      slot.out = cl::Buffer(context_, CL_MEM_WRITE_ONLY, bytes_);
      slot.kernel.setArg(2, slot.in);
      slot.kernel.setArg(3, slot.out);
    }
    slots_.push_back(std::move(slot));
  }
}

void Pipeline::add_queue(const std::string& name, cl_command_queue_properties properties) {
  if (job_.session().profiling()) properties |= CL_QUEUE_PROFILING_ENABLE;
  queues_.emplace_back(context_, job_.session().device(), properties);
  queue_names_.push_back(name);
}

void Pipeline::blocking() {
  Slot& slot = slots_[0];
  // <blocking>
  cl::CommandQueue& queue = queues_[0];
  for (std::size_t k = 0; k < chunks_; ++k) {
    queue.enqueueWriteBuffer(slot.in, CL_TRUE, 0, bytes_, source(k), nullptr, &uploaded_[k]);
    queue.enqueueNDRangeKernel(slot.kernel, cl::NullRange, global_, local_, nullptr, &computed_[k]);
    queue.enqueueReadBuffer(slot.out, CL_TRUE, 0, bytes_, target(k), nullptr, &downloaded_[k]);
  }
  // </blocking>
}

void Pipeline::in_order() {
  // <in-order>
  for (std::size_t k = 0; k < chunks_; ++k) {
    Slot& slot = slots_[k % slots_.size()];
    cl::CommandQueue& queue = queues_[k % queues_.size()];  // one queue, or one a slot
    queue.enqueueWriteBuffer(slot.in, CL_FALSE, 0, bytes_, source(k), nullptr, &uploaded_[k]);
    queue.enqueueNDRangeKernel(slot.kernel, cl::NullRange, global_, local_, nullptr, &computed_[k]);
    queue.enqueueReadBuffer(slot.out, CL_FALSE, 0, bytes_, target(k), nullptr, &downloaded_[k]);
    queue.flush();
  }
  // </in-order>
}

void Pipeline::with_events(cl::CommandQueue& up, cl::CommandQueue& run, cl::CommandQueue& down,
                           std::size_t ahead) {
  const std::size_t slots = slots_.size();
  // <with-events>
  for (std::size_t step = 0; step < chunks_ + ahead; ++step) {
    if (const std::size_t k = step; k < chunks_) {
      Slot& slot = slots_[k % slots];
      std::vector<cl::Event> input_free, ready;
      if (k >= slots) input_free = {computed_[k - slots]};  // the slot's last kernel has read it
      up.enqueueWriteBuffer(slot.in, CL_FALSE, 0, bytes_, source(k), &input_free, &uploaded_[k]);
      up.flush();

      ready = {uploaded_[k]};
      if (k >= slots) ready.push_back(downloaded_[k - slots]);  // the slot's last result has left
      run.enqueueNDRangeKernel(slot.kernel, cl::NullRange, global_, local_, &ready, &computed_[k]);
      run.flush();
    }
    if (step >= ahead) {
      const std::size_t k = step - ahead;
      const std::vector<cl::Event> computed = {computed_[k]};
      down.enqueueReadBuffer(slots_[k % slots].out, CL_FALSE, 0, bytes_, target(k), &computed,
                             &downloaded_[k]);
      down.flush();
    }
  }
  // </with-events>
}

void Pipeline::zero_copy() {
  cl::CommandQueue& queue = queues_[0];
  cl::Kernel& kernel = slots_[0].kernel;
  std::vector<std::pair<cl::Buffer, void*>> mapped;
  // <zero-copy>
  for (std::size_t k = 0; k < chunks_; ++k) {
    const cl::Buffer in(context_, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes_, source(k));
    const cl::Buffer out(context_, CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR, bytes_, target(k));
    kernel.setArg(2, in);
    kernel.setArg(3, out);
    queue.enqueueMigrateMemObjects({in}, 0, nullptr, &uploaded_[k]);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_, local_, nullptr, &computed_[k]);
    // Only between map and unmap may the host look at what the kernel wrote.
    void* results =
        queue.enqueueMapBuffer(out, CL_FALSE, CL_MAP_READ, 0, bytes_, nullptr, &downloaded_[k]);
    queue.flush();
    mapped.emplace_back(out, results);
  }
  queue.finish();
  for (const auto& [buffer, memory] : mapped) queue.enqueueUnmapMemObject(buffer, memory);
  // </zero-copy>
}

Pipeline::Run Pipeline::run() {
  const wb::Scope scope(way_.name);
  for (auto* events : {&uploaded_, &computed_, &downloaded_}) {
    events->assign(chunks_, cl::Event());
  }
  for (Slot& slot : slots_) slot.kernel.setArg(1, wb::as_int(job_.work()));
  Run run;
  const double start = wb::host_now_ms();
  switch (way_.order) {
    case Order::kBlocking:
      blocking();
      break;
    case Order::kInOrder:
    case Order::kSlotQueues:
      in_order();
      break;
    case Order::kOutOfOrder:
      with_events(queues_[0], queues_[0], queues_[0], 0);
      break;
    case Order::kTwoQueues:
      with_events(queues_[0], queues_[1], queues_[0], slots_.size() - 1);
      break;
    case Order::kTwoQueuesWrongOrder:
      with_events(queues_[0], queues_[1], queues_[0], 0);
      break;
    case Order::kThreeQueues:
      with_events(queues_[0], queues_[1], queues_[2], 0);
      break;
    case Order::kZeroCopy:
      zero_copy();
      break;
  }
  run.calls_ms = wb::host_now_ms() - start;
  for (cl::CommandQueue& queue : queues_) queue.finish();
  run.total_ms = wb::host_now_ms() - start;
  record(run);
  return run;
}

void Pipeline::record(Run& run) {
  const std::size_t last = queues_.size() - 1;
  const auto queue_of = [&](wb::Stage stage, std::size_t k) -> std::size_t {
    if (way_.order == Order::kSlotQueues) return k % queues_.size();
    if (last == 1) return stage == wb::Stage::kCompute ? 1 : 0;
    return last == 2 ? static_cast<std::size_t>(stage) : 0;
  };
  const bool by_events =
      way_.order == Order::kOutOfOrder || (last > 0 && way_.order != Order::kSlotQueues);
  cl_ulong first = ~cl_ulong{0};
  for (std::size_t k = 0; k < chunks_; ++k) {
    for (const auto& [stage, event] : {std::pair{wb::Stage::kUpload, &uploaded_[k]},
                                       {wb::Stage::kCompute, &computed_[k]},
                                       {wb::Stage::kDownload, &downloaded_[k]}}) {
      const std::size_t queue = queue_of(stage, k);
      if (wb::tracing()) {
        wb::name_queue(queues_[queue], way_.name + ": " + queue_names_[queue]);
        // The wait lists of with_events(); without them, order alone is what a command waits for.
        const std::size_t slots = slots_.size();
        std::vector<cl::Event> after;
        if (by_events && stage == wb::Stage::kUpload && k >= slots) after = {computed_[k - slots]};
        if (by_events && stage == wb::Stage::kCompute) after = {uploaded_[k]};
        if (by_events && stage == wb::Stage::kCompute && k >= slots) {
          after.push_back(downloaded_[k - slots]);
        }
        if (by_events && stage == wb::Stage::kDownload) after = {computed_[k]};
        wb::trace_command(queues_[queue], *event, fmt::format("{} #{}", stage_name(stage), k),
                          stage == wb::Stage::kCompute ? 0 : bytes_, after);
      }
      if (!job_.session().profiling()) continue;
      const auto start = event->getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const auto end = event->getProfilingInfo<CL_PROFILING_COMMAND_END>();
      first = std::min(first, start);
      run.slices.push_back({stage, static_cast<int>(k), queue_names_[queue],
                            static_cast<double>(start) * 1e-6,
                            static_cast<double>(std::max(start, end)) * 1e-6});
    }
  }
  for (wb::StageSlice& slice : run.slices) {
    slice.start_ms -= static_cast<double>(first) * 1e-6;
    slice.end_ms -= static_cast<double>(first) * 1e-6;
  }
}

void Job::clear_results(Memory memory) {
  std::fill_n(target(memory, 0), 2 * samples_ * chunks_, std::nanf(""));
}

std::string Job::fault(Memory memory) const {
  const float* got = memory == Memory::kPinned ? to_ : output_.data();
  const Turn turn = turn_of(work_);
  const double tolerance = wb::roundings(4.0 * static_cast<double>(work_));
  std::atomic<std::size_t> bad = ~std::size_t{0};
  const auto right = [&](std::size_t i) {
    const double x = input_[2 * i], y = input_[2 * i + 1];
    const double allowed = tolerance * (std::abs(x) + std::abs(y));
    return std::abs(got[2 * i] - (x * turn.x - y * turn.y)) <= allowed &&
           std::abs(got[2 * i + 1] - (x * turn.y + y * turn.x)) <= allowed;
  };
  wb::parallel_for(samples_ * chunks_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (right(i)) continue;  // a NaN is not right
      std::size_t known = bad;
      while (i < known && !bad.compare_exchange_weak(known, i)) {
      }
      return;
    }
  });
  if (bad == ~std::size_t{0}) return "";
  const std::size_t i = bad;
  const double x = input_[2 * i], y = input_[2 * i + 1];
  return fmt::format("sample {} of chunk {} is ({:.6g}, {:.6g}), should be ({:.6g}, {:.6g})",
                     i % samples_, i / samples_, got[2 * i], got[2 * i + 1],
                     x * turn.x - y * turn.y, x * turn.y + y * turn.x);
}

}  // namespace chapters
