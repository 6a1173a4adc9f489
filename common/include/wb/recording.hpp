// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wb {

/// One enqueued command of a reader's host code, as common/recorder wrote it down.
struct RecordedCommand {
  std::string
      kind;  ///< "write", "read", "kernel", "copy", "fill", "map", "unmap", "marker", "barrier"
  int queue = -1;
  bool blocking = false;
  std::size_t offset = 0, bytes = 0;
  std::uint64_t host = 0;           ///< address of the host's memory
  std::vector<int> waits, buffers;  ///< commands and buffers by number; -1: not one of these
  double start_ms = 0, end_ms = 0;  ///< on the device's clock; both 0 where it keeps no times
};

/// What host code did between start and stop, in the order of its calls.
struct Recording {
  struct Step {
    enum Kind { kCommand, kFlush, kFinish, kWait } kind;
    int of = -1;              ///< the command, or the queue
    std::vector<int> events;  ///< of kWait
  };
  std::vector<bool> out_of_order;  ///< of each queue
  std::vector<std::size_t> buffers;
  std::vector<RecordedCommand> commands;
  std::vector<Step> steps;
};

/// Reads the recorder's lines. Throws wb::Error for what it cannot have written.
Recording parse_recording(const std::string& text);

/// Which command must have ended before which other may start: by an in-order queue, by wait lists,
/// by barriers, or because the host waited. It holds on every device, however the race fell out
/// today.
class Promises {
 public:
  explicit Promises(const Recording& recording);
  bool before(int first, int second) const {
    return before_[std::size_t(second)][std::size_t(first)];
  }
  /// What keeps `second` waiting for `first`, in words.
  std::string why(int first, int second) const;
  /// True if the host knew, when the code returned, that this command had ended.
  bool known_to_host(int command) const { return host_[std::size_t(command)]; }
  /// A command that the host waited for, by way of another queue, and that was never handed to the
  /// device (no flush after it); -1 if there is none.
  int never_flushed() const { return never_flushed_; }

 private:
  struct Edge {
    int from;
    const char* why;
  };
  std::vector<std::vector<bool>> before_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<bool> host_;
  int never_flushed_ = -1;
};

/// Full path of the recorder's library, or "".
std::string recorder_path();

/// In the child: starts and ends a recording. Throws wb::Error if the recorder was not preloaded.
void start_recording();
std::string stop_recording();

}  // namespace wb
