// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/overlap.hpp"
#include "wb/session.hpp"

namespace chapters {

/// Where the host's data lies, and so how it travels.
enum class Memory {
  kPageable,  ///< memory of the process: the driver may have to copy it first
  kPinned,    ///< CL_MEM_ALLOC_HOST_PTR, mapped: memory that the driver made for transfers
  kZeroCopy,  ///< CL_MEM_USE_HOST_PTR: the device works in the process's memory
};

/// How the commands of all chunks are put into queues.
enum class Order {
  kBlocking,    ///< upload, compute, download; the host waits for each copy
  kInOrder,     ///< the same three without waiting, one in-order queue
  kSlotQueues,  ///< an in-order queue for each slot, no events
  kOutOfOrder,  ///< one out-of-order queue, events say what waits for what
  kTwoQueues,   ///< one in-order queue for copies, one for kernels; uploads run ahead of downloads
  kTwoQueuesWrongOrder,  ///< the same, each download enqueued before the next upload
  kThreeQueues,          ///< an in-order queue a stage
  kZeroCopy,             ///< no copies: map, compute, map
};

/// One way to run the streaming job.
struct Way {
  std::string name;
  Order order;
  int slots;
  Memory memory;
};

/// The job: `chunks` chunks of `samples` samples go up, are turned by `work` steps, and come back.
/// This is its data, in both kinds of host memory, and its judge.
class Job {
 public:
  Job(wb::Session& session, std::size_t chunks, std::size_t samples, std::size_t work);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  wb::Session& session() const { return session_; }
  std::size_t chunks() const { return chunks_; }
  std::size_t samples() const { return samples_; }
  std::size_t work() const { return work_; }
  void set_work(std::size_t work) { work_ = work; }
  std::size_t chunk_bytes() const { return samples_ * 2 * sizeof(cl_float); }
  float* source(Memory memory, std::size_t chunk);
  float* target(Memory memory, std::size_t chunk);

  /// Overwrites the results, so that the next run has to bring them again.
  void clear_results(Memory memory);
  /// "" if every sample of every chunk came back right, else the first fault in words.
  std::string fault(Memory memory) const;

 private:
  wb::Session& session_;
  std::size_t chunks_, samples_, work_;
  std::vector<float> input_, output_;
  cl::Buffer pinned_input_, pinned_output_;
  float *from_ = nullptr, *to_ = nullptr;  ///< the pinned buffers, mapped
};

/// One way to run the job: its slots, its queues, its order of commands.
class Pipeline {
 public:
  /// What one run did.
  struct Run {
    double total_ms = 0;  ///< host's clock: first call to last byte
    double calls_ms = 0;  ///< until the last enqueue call returned
    std::vector<wb::StageSlice> slices;
  };

  /// Throws Skipped with the reason if this device cannot run it so.
  Pipeline(Job& job, const Way& way);
  /// Runs the job once. With a trace on, its commands are recorded.
  Run run();
  const Way& way() const { return way_; }

 private:
  struct Slot {
    cl::Buffer in, out;
    cl::Kernel kernel;
  };
  Job& job_;
  Way way_;
  cl::Context& context_;
  std::size_t chunks_, bytes_;
  cl::NDRange global_, local_;
  std::vector<Slot> slots_;
  std::vector<cl::CommandQueue> queues_;
  std::vector<std::string> queue_names_;
  std::vector<cl::Event> uploaded_, computed_, downloaded_;  ///< one a chunk

  float* source(std::size_t chunk) { return job_.source(way_.memory, chunk); }
  float* target(std::size_t chunk) { return job_.target(way_.memory, chunk); }
  void add_queue(const std::string& name, cl_command_queue_properties properties = 0);
  void blocking();
  void in_order();
  void with_events(cl::CommandQueue& up, cl::CommandQueue& run, cl::CommandQueue& down,
                   std::size_t ahead);
  void zero_copy();
  void record(Run& run);
};

}  // namespace chapters
