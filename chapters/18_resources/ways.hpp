// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <memory>

#include "18_resources/frame.hpp"
#include "18_resources/pool.hpp"
#include "wb/session.hpp"
#include "wb/trace.hpp"

namespace chapters {

/// Where a frame's temporaries come from.
enum class Source {
  kCreate,  ///< made when needed, released after the last use is enqueued
  kKept,    ///< made once, one for each temporary, and kept
  kPool,    ///< places of one pool for all threads, behind a lock, returned by callbacks
  kApart,   ///< one arena a thread, a part of it for each temporary, none over another
  kPlan,    ///< one arena a thread, places computed before anything runs
};

/// One way to run the job.
struct Way {
  std::string name;
  Source source;
  std::size_t threads;
  std::size_t copies = 1;  ///< kPool: places for so many frames of each thread
};

/// The work that all ways do: frames of n samples, shared out among threads, each with its queue.
class Job {
 public:
  Job(wb::Session& session, std::size_t samples, std::size_t frames, std::uint64_t seed);
  /// "" if all frames' results are right, bit for bit, else the first fault in words.
  std::string fault();
  void clear_results();
  std::size_t samples() const { return samples_; }
  std::size_t frames() const { return frames_; }
  wb::Session& session() const { return session_; }
  cl::Buffer& input() { return input_; }
  cl::Buffer& results() { return results_; }

 private:
  wb::Session& session_;
  std::size_t samples_, frames_;
  cl::Buffer input_, results_;
  std::vector<cl_uint> expected_;
};

/// A kernel as it ran, in milliseconds from the first one's start.
struct Ran {
  std::size_t thread, frame, step;
  double start_ms, end_ms;
};

/// What one run did.
struct Run {
  double total_ms = 0;  ///< host's clock, first call to last kernel's end
  double host_ms = 0;   ///< processor time of the threads that enqueue, together
  double idle = 0;      ///< share of the time from first start to last end in which no kernel ran
  double lock_ms = 0,
         block_ms = 0;      ///< waited for the pool's lock (driver's threads too), for blocks
  std::vector<Ran> ran;     ///< by start
  std::vector<Wait> waits;  ///< on the same clock as `ran`; empty without a clock offset
};

/// One way, with all that lives longer than a run.
class Runner {
 public:
  Runner(Job& job, const Way& way);
  ~Runner();
  /// Runs all frames. With `clock`, waits are put on the device's clock.
  Run run(const wb::ClockOffset* clock = nullptr);
  const Way& way() const { return way_; }
  Ledger& ledger() { return ledger_; }

 private:
  struct Worker;
  Job& job_;
  Way way_;
  Ledger ledger_;
  std::unique_ptr<Pool> pool_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

/// Bytes of a thread's temporaries: all of them, and as planned for this device.
std::size_t sum_of_temporaries(std::size_t n);
wb::MemoryPlan plan_of(std::size_t n, const wb::DeviceFacts& facts);
/// For each size of temporary, the most that a frame has alive at a time.
Places most_alive(std::size_t n);
/// Bytes to which a sub-buffer's offset must be a multiple.
std::size_t part_alignment(const wb::Session& session);

}  // namespace chapters
