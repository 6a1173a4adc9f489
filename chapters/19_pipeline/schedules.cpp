// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "19_pipeline/schedules.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "19_pipeline/pipeline.hpp"
#include "wb/error.hpp"
#include "wb/trace.hpp"

namespace chapters {

Film::Film(wb::Session& session, const wb::Size& size, std::size_t frames)
    : session_(session), size_(size), frames_(frames) {
  const auto pinned = [&](cl::Buffer& buffer, std::size_t bytes) {
    buffer = cl::Buffer(session_.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
    return session_.queue().enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
  };
  raw_ = static_cast<cl_ushort*>(pinned(buffers_[0], kPictures * pixels() * sizeof(cl_ushort)));
  picture_ = static_cast<cl_uchar*>(pinned(buffers_[1], frames * pixels()));
  summary_ = static_cast<cl_uint*>(pinned(buffers_[2], frames * kSummary * sizeof(cl_uint)));
  for (std::size_t k = 0; k < kPictures; ++k) {
    const wb::Array raw = raw_picture(size, wb::DataKind::kUniform, k + 1);
    std::ranges::copy(raw.as<cl_ushort>(), raw_ + k * pixels());
    auto reference = reference_pipeline(raw, size);
    pictures_.push_back(reference["picture"]);
    summaries_.push_back(reference["summary"]);
  }
}

Film::~Film() {
  try {
    session_.queue().enqueueUnmapMemObject(buffers_[0], raw_);
    session_.queue().enqueueUnmapMemObject(buffers_[1], picture_);
    session_.queue().enqueueUnmapMemObject(buffers_[2], summary_);
    session_.queue().finish();
  } catch (const cl::Error&) {  // the device is gone, and its memory with it
  }
}

void Film::clear() {
  // What no right frame holds: its last pixel is wrong, and so is each count.
  for (std::size_t f = 0; f < frames_; ++f) {
    const auto& right = pictures_[f % kPictures];
    std::ranges::transform(right, picture(f), [](std::uint32_t v) { return cl_uchar(~v); });
  }
  std::fill_n(summary_, frames_ * kSummary, ~cl_uint{0});
}

std::string Film::fault() const {
  for (std::size_t f = 0; f < frames_; ++f) {
    const auto& right = pictures_[f % kPictures];
    const auto& counts = summaries_[f % kPictures];
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (picture(f)[i] == right[i]) continue;
      return fmt::format("frame {}, pixel {} of line {} is {}, should be {}", f, i % size_[1],
                         i / size_[1], picture(f)[i], right[i]);
    }
    for (std::size_t i = 0; i < kSummary; ++i) {
      if (summary(f)[i] == counts[i]) continue;
      return fmt::format("frame {}, number {} of its summary is {}, should be {}", f, i,
                         summary(f)[i], counts[i]);
    }
  }
  return "";
}

Scheduler::Scheduler(Film& film, const Way& way)
    : film_(film), way_(way), context_(film.session().context()), inputs_(inputs_of(way.graph)) {
  for (const Node& node : way.graph) launches_.push_back(launch_of(node, film.size()));
  make_queues();
  make_slots();
}

void Scheduler::make_queues() {
  wb::Session& session = film_.session();
  cl_command_queue_properties properties = session.profiling() ? CL_QUEUE_PROFILING_ENABLE : 0;
  std::size_t count = 1;
  devices_ = {session.device()};
  if (way_.order == Order::kOutOfOrder) {
    if (!session.facts().out_of_order) throw wb::Skipped("this device has no out-of-order queues");
    properties |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  } else if (way_.order == Order::kThreeQueues) {
    count = 3;
    // <assign>
    // A stage goes where the last stage is one that it waits for; else to the shortest queue.
    std::vector<std::vector<std::size_t>> lines(count);
    for (std::size_t i = 0; i < way_.graph.size(); ++i) {
      auto line = std::ranges::find_if(lines, [&](const auto& stages) {
        return !stages.empty() && std::ranges::count(inputs_[i], stages.back()) > 0;
      });
      if (line == lines.end())
        line = std::ranges::min_element(lines, {}, [](auto& l) { return l.size(); });
      line->push_back(i);
      queue_of_.push_back(std::size_t(line - lines.begin()));
    }
    // </assign>
  } else if (way_.order == Order::kQueueAFrame) {
    count = way_.in_flight;
  } else if (way_.order == Order::kCommandBuffer) {
    if (const std::string why = CommandBuffer::missing(session); !why.empty()) {
      throw wb::Skipped(why);
    }
    count = way_.in_flight;
  } else if (way_.order == Order::kSubDevices) {
    // <sub-devices>
    const auto kinds = session.device().getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
    const cl_uint units = session.facts().compute_units;
    if (units < 2 || std::ranges::count(kinds, CL_DEVICE_PARTITION_EQUALLY) == 0) {
      throw wb::Skipped("this device cannot be partitioned equally");
    }
    const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, units / 2, 0};
    session.device().createSubDevices(halves, &devices_);
    devices_.resize(2);
    context_ = cl::Context(devices_);
    // </sub-devices>
  }
  for (const cl::Device& device : devices_) {
    for (std::size_t q = 0; q < count; ++q) queues_.emplace_back(context_, device, properties);
  }
}

void Scheduler::make_slots() {
  wb::Session& session = film_.session();
  std::map<std::string, cl::Program> own;  // sub-devices have a context of their own
  const auto kernel_of = [&](const wb::Launch& launch) {
    if (way_.order != Order::kSubDevices) return session.kernel(launch.kernel, launch.entry, "");
    cl::Program& program = own[launch.kernel];
    if (program() == nullptr) {
      program = cl::Program(context_, wb::read_kernel_file(wb::find_kernel_file(launch.kernel)));
      program.build();
    }
    return cl::Kernel(program, launch.entry.c_str());
  };
  for (std::size_t s = 0; s < way_.in_flight; ++s) {
    Slot& slot = slots_.emplace_back();
    const std::size_t raw_bytes = film_.pixels() * sizeof(cl_ushort);
    slot.buffers["raw"] = cl::Buffer(context_, CL_MEM_READ_ONLY, raw_bytes);
    for (const BufferShape& buffer : pipeline_buffers(film_.size())) {
      slot.buffers[buffer.name] =
          cl::Buffer(context_, CL_MEM_READ_WRITE, buffer.count * wb::bytes_of(buffer.type));
    }
    for (const wb::Launch& launch : launches_) {
      cl::Kernel& kernel = slot.kernels.emplace_back(kernel_of(launch));
      wb::check_launch(session, kernel, launch.global, launch.local);
      for (cl_uint a = 0; a < launch.args.size(); ++a) {
        const auto& value = launch.args[a].value;
        if (const auto* name = std::get_if<std::string>(&value)) {
          kernel.setArg(a, slot.buffers.at(*name));
        } else {
          kernel.setArg(a, std::get<cl_int>(value));
        }
      }
    }
    if (way_.order != Order::kCommandBuffer) continue;
    // <record>
    slot.recorded = std::make_unique<CommandBuffer>(session, queues_[s]);
    std::vector<cl_uint> points;
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      std::vector<cl_uint> after;
      for (const std::size_t j : inputs_[i]) after.push_back(points[j]);
      points.push_back(
          slot.recorded->add(slot.kernels[i], launches_[i].global, launches_[i].local, after));
    }
    slot.recorded->finalize();
    // </record>
  }
}

cl::Event Scheduler::upload(std::size_t frame, std::size_t queue, cl_bool blocking) {
  cl::Event event;
  const std::size_t bytes = film_.pixels() * sizeof(cl_ushort);
  queues_[queue].enqueueWriteBuffer(slots_[frame % slots_.size()].buffers.at("raw"), blocking, 0,
                                    bytes, film_.raw(frame), nullptr, &event);
  commands_.push_back({"upload", frame, queue, event});
  return event;
}

void Scheduler::download(std::size_t frame, std::size_t queue,
                         const std::vector<cl::Event>& picture,
                         const std::vector<cl::Event>& summary) {
  Slot& slot = slots_[frame % slots_.size()];
  const cl_bool blocking = way_.order == Order::kBlocking ? CL_TRUE : CL_FALSE;
  cl::Event read[2];
  queues_[queue].enqueueReadBuffer(slot.buffers.at("summary"), blocking, 0,
                                   Film::kSummary * sizeof(cl_uint), film_.summary(frame), &summary,
                                   &read[0]);
  queues_[queue].enqueueReadBuffer(slot.buffers.at("picture"), blocking, 0, film_.pixels(),
                                   film_.picture(frame), &picture, &read[1]);
  for (const cl::Event& event : read) commands_.push_back({"download", frame, queue, event});
  slot.done = {read[0], read[1]};
}

cl::Event Scheduler::launch(std::size_t frame, std::size_t node, std::size_t queue,
                            const std::vector<cl::Event>& wait_for) {
  cl::Event event;
  queues_[queue].enqueueNDRangeKernel(slots_[frame % slots_.size()].kernels[node], cl::NullRange,
                                      launches_[node].global, launches_[node].local, &wait_for,
                                      &event);
  commands_.push_back({way_.graph[node].name, frame, queue, event});
  return event;
}

void Scheduler::blocking(std::size_t frame) {
  // <blocking>
  upload(frame, 0, CL_TRUE);
  for (std::size_t i = 0; i < launches_.size(); ++i) launch(frame, i, 0, {}).wait();
  download(frame, 0, {}, {});
  // </blocking>
}

void Scheduler::in_order(std::size_t frame, std::size_t queue) {
  // <in-order>
  upload(frame, queue, CL_FALSE);
  for (std::size_t i = 0; i < launches_.size(); ++i) launch(frame, i, queue, {});
  download(frame, queue, {}, {});
  // </in-order>
}

void Scheduler::with_events(std::size_t frame) {
  // <with-events>
  std::vector<cl::Event> done;  // of each stage
  const auto queue = [&](std::size_t i) { return queue_of_.empty() ? 0 : queue_of_[i]; };
  const cl::Event uploaded = upload(frame, 0, CL_FALSE);
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    std::vector<cl::Event> wait_for;
    if (inputs_[i].empty()) wait_for = {uploaded};
    for (const std::size_t j : inputs_[i]) {
      // An in-order queue has this promise already.
      if (queue_of_.empty() || queue(i) != queue(j)) wait_for.push_back(done[j]);
    }
    done.push_back(launch(frame, i, queue(i), wait_for));
  }
  download(frame, 0, {done.back()}, {done[done.size() - 2]});  // "output" and "aggregate"
  // </with-events>
}

void Scheduler::recorded(std::size_t frame) {
  const std::size_t queue = frame % queues_.size();
  // <enqueue-recorded>
  upload(frame, queue, CL_FALSE);
  const cl::Event event = slots_[queue].recorded->enqueue(queues_[queue]);
  commands_.push_back({"command buffer", frame, queue, event});
  download(frame, queue, {}, {});
  // </enqueue-recorded>
}

Scheduler::Run Scheduler::run() {
  const wb::Scope scope(way_.name);
  Run run;
  commands_.clear();
  const double start = wb::host_now_ms();
  // <frames>
  for (std::size_t frame = 0; frame < film_.frames(); ++frame) {
    Slot& slot = slots_[frame % slots_.size()];
    if (!slot.done.empty()) cl::Event::waitForEvents(slot.done);  // its buffers are free again
    const double before = wb::host_now_ms();
    switch (way_.order) {
      case Order::kBlocking:
        blocking(frame);
        break;
      case Order::kInOrder:
        in_order(frame, 0);
        break;
      case Order::kQueueAFrame:
      case Order::kSubDevices:
        in_order(frame, frame % queues_.size());
        break;
      case Order::kOutOfOrder:
      case Order::kThreeQueues:
        with_events(frame);
        break;
      case Order::kCommandBuffer:
        recorded(frame);
        break;
    }
    for (cl::CommandQueue& queue : queues_) queue.flush();
    run.calls_ms += wb::host_now_ms() - before;
  }
  // </frames>
  for (cl::CommandQueue& queue : queues_) queue.finish();
  run.total_ms = wb::host_now_ms() - start;
  for (Slot& slot : slots_) slot.done.clear();
  double first = 0;
  for (const Command& command : commands_) {
    if (wb::tracing()) {
      wb::name_queue(queues_[command.queue], fmt::format("{}: queue {}", way_.name, command.queue));
      wb::trace_command(queues_[command.queue], command.event,
                        fmt::format("{} #{}", command.name, command.frame));
    }
    if (!film_.session().profiling()) continue;
    const auto from = command.event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const auto to = command.event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    run.slices.push_back(
        {command.name, command.frame, double(from) * 1e-6, double(std::max(from, to)) * 1e-6});
    first = run.slices.size() == 1 ? run.slices[0].start_ms
                                   : std::min(first, run.slices.back().start_ms);
  }
  for (Slice& slice : run.slices) slice.start_ms -= first, slice.end_ms -= first;
  return run;
}

}  // namespace chapters
