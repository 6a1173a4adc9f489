// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wb {

/// What a child that runs a stranger's code may reach (confine.cpp). Beyond these paths it has the
/// files of GPUs and of random numbers, nothing on the internet, and cannot leave its process
/// group.
struct Confinement {
  std::vector<std::string> readable;        ///< files and folders to read, and run programs from
  std::vector<std::string> writable;        ///< folders in which it may do everything
  std::uint64_t cpu_seconds = 0;            ///< processor time of each process; 0: no limit
  std::uint64_t memory_bytes = 4ULL << 30;  ///< data of each process; 0: no limit
  std::uint64_t file_bytes = 256u << 20;    ///< the largest file it may write; 0: no limit
  unsigned processes = 64;                  ///< of its group at a time; 0: no limit
};

/// What this machine's kernel cannot do of a confinement, as a sentence; "" if nothing is missing.
std::string confinement_gap();

/// `folder` if it neither is, lies in, nor holds one of `hidden`; else what of it may be seen.
std::vector<std::string> without(const std::string& folder, const std::vector<std::string>& hidden);

/// What to run. Everything POSIX about child processes is behind this interface (process.cpp).
struct Command {
  std::vector<std::string> argv;                   ///< argv[0] as find_program() finds it
  std::map<std::string, std::string> environment;  ///< added to, or replacing, the parent's
  std::string directory;                           ///< working directory; empty: the parent's
  std::chrono::milliseconds time_limit{60'000};    ///< SIGTERM then, SIGKILL two seconds later
  std::size_t output_limit = 64u << 20;  ///< bytes kept of each stream; more is read and dropped
  std::size_t flood_limit = 0;           ///< end a child that prints more; 0: let it
  bool merge_streams = false;            ///< true: standard error goes into `out`, in order
  bool pass_through = false;             ///< true: the child inherits both streams; nothing is kept
  std::string pipe;  ///< if set, a named pipe is made at this path; what the child and its own
                     ///< children write to it, in however many openings, is kept in `piped`
  std::optional<Confinement> confinement;
};

/// How a child ended.
struct ProcessResult {
  int exit_code = -1;                  ///< valid if it exited by itself
  int signal = 0;                      ///< the signal that ended it, else 0
  bool timed_out = false;              ///< ended by us at the time limit
  bool flooded = false;                ///< ended by us because it printed too much
  bool crowded = false;                ///< ended by us because it started too many processes
  bool started = false;                ///< false: the program could not be run; `err` says why
  std::string out, err;                ///< what it printed, at most output_limit bytes each
  std::string piped;                   ///< what it wrote to Command::pipe, likewise
  double seconds = 0;                  ///< wall-clock time
  double cpu_seconds = 0;              ///< processor time of it and of what it waited for
  std::chrono::milliseconds limit{0};  ///< the time limit it ran under
  std::size_t flood_limit = 0;         ///< and that of what it prints

  bool ok() const {
    return started && !timed_out && !flooded && !crowded && signal == 0 && exit_code == 0;
  }
  /// "exit code 3", "crashed (signal 11, SIGSEGV)", "was killed (signal 9, SIGKILL)",
  /// "did not finish in 30 s", "printed more than 1 MiB", or why it did not start, for messages.
  std::string describe() const;
};

/// Runs a child to its end, in a process group of its own that is killed as a whole: at the time
/// limit, and also what is left of it once the child has ended. The child is killed when the caller
/// dies. It inherits no open file but the three streams; its standard input is empty, except under
/// `pass_through`, where it is the caller's unless that is a terminal.
/// Never throws for what the child does; `started` is false if it could not be executed.
ProcessResult run_process(const Command& command);

/// What a confined child left in a file: nothing if that is no regular file or larger than the
/// limit.
std::optional<std::string> read_left_file(const std::string& path, std::size_t limit);

/// This process's options of AddressSanitizer with more of them: ASAN_OPTIONS for a child.
std::string sanitizer_options(const std::string& more);

/// Full path of the running executable.
std::string executable_path();

/// Full path of `program`, looked up in PATH unless it holds a slash, or "" if there is none.
std::string find_program(const std::string& program);

/// A fresh private directory under $TMPDIR (or /tmp), removed with all it holds on destruction.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace wb
