// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace wb {

/// What to run. Everything POSIX about child processes is behind this interface (process.cpp).
struct Command {
  std::vector<std::string> argv;                   ///< argv[0] as find_program() finds it
  std::map<std::string, std::string> environment;  ///< added to, or replacing, the parent's
  std::string directory;                           ///< working directory; empty: the parent's
  std::chrono::milliseconds time_limit{60'000};    ///< SIGTERM then, SIGKILL two seconds later
  std::size_t output_limit = 64u << 20;  ///< bytes kept of each stream; more is read and dropped
  bool merge_streams = false;            ///< true: standard error goes into `out`, in order
  bool pass_through = false;             ///< true: the child inherits both streams; nothing is kept
  std::string pipe;  ///< if set, a named pipe is made at this path; what the child and its own
                     ///< children write to it, in however many openings, is kept in `piped`
};

/// How a child ended.
struct ProcessResult {
  int exit_code = -1;                  ///< valid if it exited by itself
  int signal = 0;                      ///< the signal that ended it, else 0
  bool timed_out = false;              ///< ended by us at the time limit
  bool started = false;                ///< false: the program could not be run; `err` says why
  std::string out, err;                ///< what it printed, at most output_limit bytes each
  std::string piped;                   ///< what it wrote to Command::pipe, likewise
  double seconds = 0;                  ///< wall-clock time
  std::chrono::milliseconds limit{0};  ///< the time limit it ran under

  bool ok() const { return started && !timed_out && signal == 0 && exit_code == 0; }
  /// "exit code 3", "crashed (signal 11, SIGSEGV)", "was killed (signal 9, SIGKILL)",
  /// "did not finish in 30 s", or why it did not start, for messages.
  std::string describe() const;
};

/// Runs a child to its end, in a process group of its own that is killed as a whole: at the time
/// limit, and also what is left of it once the child has ended. The child is killed when the caller
/// dies. It inherits no open file but the three streams; its standard input is empty, except under
/// `pass_through`, where it is the caller's unless that is a terminal.
/// Never throws for what the child does; `started` is false if it could not be executed.
ProcessResult run_process(const Command& command);

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
