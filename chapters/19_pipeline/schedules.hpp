// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <memory>

#include "19_pipeline/command_buffer.hpp"
#include "19_pipeline/graph.hpp"
#include "wb/session.hpp"

namespace chapters {

/// How the commands of a frame are put into queues.
enum class Order {
  kBlocking,       ///< the host waits for each command
  kInOrder,        ///< one in-order queue
  kOutOfOrder,     ///< one out-of-order queue; events say what waits for what
  kThreeQueues,    ///< three in-order queues; events where an input comes from another one
  kQueueAFrame,    ///< an in-order queue for each frame in flight, no events
  kCommandBuffer,  ///< the kernels recorded once for each frame in flight
  kSubDevices,     ///< the device's halves, each with its own frames
};

/// One way to run the frames.
struct Way {
  std::string name;
  Order order;
  std::size_t in_flight;  ///< frames that have begun and not ended
  const Graph& graph;
};

/// Some pictures in pinned memory, and room there for the results of a run.
class Film {
 public:
  static constexpr std::size_t kPictures = 4, kSummary = 6;
  Film(wb::Session& session, const wb::Size& size, std::size_t frames);
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  wb::Session& session() const { return session_; }
  const wb::Size& size() const { return size_; }
  std::size_t frames() const { return frames_; }
  std::size_t pixels() const { return size_[0] * size_[1]; }
  const cl_ushort* raw(std::size_t frame) const { return raw_ + frame % kPictures * pixels(); }
  cl_uchar* picture(std::size_t frame) const { return picture_ + frame * pixels(); }
  cl_uint* summary(std::size_t frame) const { return summary_ + frame * kSummary; }
  /// Overwrites the results, so that the next run has to bring them again.
  void clear();
  /// "" if every byte of every frame is the reference's, else the first that is not, in words.
  std::string fault() const;

 private:
  wb::Session& session_;
  wb::Size size_;
  std::size_t frames_;
  cl::Buffer buffers_[3];
  cl_ushort* raw_;
  cl_uchar* picture_;
  cl_uint* summary_;
  std::vector<std::vector<std::uint32_t>> pictures_, summaries_;  ///< the reference's
};

/// A command of a run: when it ran, in milliseconds from the first one's start.
struct Slice {
  std::string name;
  std::size_t frame;
  double start_ms, end_ms;
};

/// One way, with its queues, buffers and kernels.
class Scheduler {
 public:
  struct Run {
    double total_ms = 0;  ///< host's clock: first call to last byte
    double calls_ms = 0;  ///< of that in enqueue calls, waits between frames left out
    std::vector<Slice> slices;
  };
  /// Throws Skipped with the reason if this device cannot run it so.
  Scheduler(Film& film, const Way& way);
  Run run();
  const Way& way() const { return way_; }

 private:
  struct Slot {
    std::map<std::string, cl::Buffer> buffers;
    std::vector<cl::Kernel> kernels;
    std::unique_ptr<CommandBuffer> recorded;
    std::vector<cl::Event> done;  ///< the last commands of the frame that has it
  };
  struct Command {
    std::string name;
    std::size_t frame, queue;
    cl::Event event;
  };
  Film& film_;
  Way way_;
  std::vector<cl::Device> devices_;  ///< sub-devices live as long as somebody holds them
  cl::Context context_;
  std::vector<wb::Launch> launches_;
  std::vector<std::vector<std::size_t>> inputs_;
  std::vector<std::size_t> queue_of_;  ///< kThreeQueues: of each stage
  std::vector<cl::CommandQueue> queues_;
  std::vector<Slot> slots_;
  std::vector<Command> commands_;  ///< of the run, in the order of their calls

  void make_queues();
  void make_slots();
  cl::Event upload(std::size_t frame, std::size_t queue, cl_bool blocking);
  void download(std::size_t frame, std::size_t queue, const std::vector<cl::Event>& picture,
                const std::vector<cl::Event>& summary);
  cl::Event launch(std::size_t frame, std::size_t node, std::size_t queue,
                   const std::vector<cl::Event>& wait_for);
  void blocking(std::size_t frame);
  void in_order(std::size_t frame, std::size_t queue);
  void with_events(std::size_t frame);
  void recorded(std::size_t frame);
};

}  // namespace chapters
