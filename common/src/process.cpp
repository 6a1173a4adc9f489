// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "confine.hpp"
#include "wb/error.hpp"

namespace wb {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kGrace{2};  // between SIGTERM and SIGKILL

std::string error_text(int number) {
  return std::generic_category().message(number);
}

/// One end of a pipe, closed when it goes. Every descriptor here is closed by exec as well.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void reset(int fd = -1) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

/// The parent's environment with `added` laid over it, as NAME=value.
std::vector<std::string> overlay_environment(const std::map<std::string, std::string>& added) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!added.contains(text.substr(0, text.find('=')))) result.push_back(text);
  }
  for (const auto& [name, value] : added) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& s : strings) result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

/// What the child tells the parent through the status pipe when it cannot become the program.
struct StartFailure {
  enum Step : int { kConfine, kDirectory, kExecute } step;
  int error;
};

/// Everything the child needs, made before fork: after it only async-signal-safe calls are allowed.
struct ChildPlan {
  const char* program;
  char* const* argv;
  char* const* environment;
  const char* directory;  // "" stays
  int input, out, err;    // -1: inherited
  int status;
  pid_t parent;
  const Jail* jail;  // nullptr: not confined
};

[[noreturn]] void become_program(const ChildPlan& plan) {
  ::setpgid(0, 0);
  // A parent that is interrupted or killed takes the child with it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD}) ::signal(number, SIG_DFL);

  if (plan.input >= 0) ::dup2(plan.input, STDIN_FILENO);
  if (plan.out >= 0) ::dup2(plan.out, STDOUT_FILENO);
  if (plan.err >= 0) ::dup2(plan.err, STDERR_FILENO);
  // Files that the parent holds open (solutions, logs, devices) are none of the child's business.
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);

  StartFailure failure{StartFailure::kConfine, 0};
  const bool confined = plan.jail == nullptr || plan.jail->enter();
  if (confined) failure.step = StartFailure::kDirectory;
  if (confined && (*plan.directory == '\0' || ::chdir(plan.directory) == 0)) {
    failure.step = StartFailure::kExecute;
    ::execve(plan.program, plan.argv, plan.environment);
  }
  failure.error = errno;
  if (::write(plan.status, &failure, sizeof failure) < 0) ::_exit(126);
  ::_exit(127);
}

/// A stream of the child: kept up to a limit, read to its end all the same.
struct Stream {
  Descriptor* source;
  std::string* kept;
  std::size_t taken = 0;  // all bytes, kept or not

  /// Takes what is there now, without waiting; closes the source at its end. A writer that never
  /// pauses cannot hold us here: a pipe holds 1 MiB at most.
  void drain(std::size_t limit) {
    std::array<char, 1 << 16> block;
    for (int blocks = 0; blocks <= 16 && source->is_open(); ++blocks) {
      const ssize_t got = ::read(source->get(), block.data(), block.size());
      if (got > 0) {
        const std::size_t room = limit - std::min(limit, kept->size());
        kept->append(block.data(), std::min(room, static_cast<std::size_t>(got)));
        taken += static_cast<std::size_t>(got);
        if (got < static_cast<ssize_t>(block.size())) return;
      } else if (got == 0) {
        source->reset();
      } else if (errno != EINTR) {
        if (errno != EAGAIN) source->reset();
        return;
      }
    }
  }
};

void set_nonblocking(const Descriptor& end) {
  ::fcntl(end.get(), F_SETFL, ::fcntl(end.get(), F_GETFL) | O_NONBLOCK);
}

/// Waits a moment for output; returns at once when some is there.
void wait_for_output(const std::vector<Stream>& streams) {
  std::vector<pollfd> waiting;
  for (const Stream& s : streams) {
    if (s.source->is_open()) waiting.push_back({s.source->get(), POLLIN, 0});
  }
  // With all pipes closed the child is about to end, or writes to inherited streams: look soon.
  ::poll(waiting.data(), waiting.size(), waiting.empty() ? 1 : 10);
}

/// The last number of a line of /proc/loadavg's kind "... 3/812 ...": all tasks of this machine.
unsigned tasks_of_machine() {
  unsigned tasks = 0;
  if (std::FILE* file = std::fopen("/proc/loadavg", "re")) {
    if (std::fscanf(file, "%*s %*s %*s %*u/%u", &tasks) != 1) tasks = 0;
    std::fclose(file);
  }
  return tasks;
}

/// How many processes live in a group; 0 where there is no /proc to tell.
unsigned group_size(pid_t group) {
  unsigned count = 0;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator("/proc", failed)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::FILE* file = std::fopen((entry.path() / "stat").c_str(), "re");
    if (file == nullptr) continue;
    char line[512];
    const bool read = std::fgets(line, sizeof line, file) != nullptr;
    std::fclose(file);
    const char* name_end = read ? std::strrchr(line, ')') : nullptr;  // "7 (a name) S 1 GROUP ..."
    int of = 0;
    if (name_end && std::sscanf(name_end, ") %*c %*d %d", &of) == 1 && of == group) ++count;
  }
  return count;
}

/// Watches how many processes a child starts. Looking at all of them is slow, so it is done when
/// the machine has clearly more tasks than at first.
class Crowd {
 public:
  Crowd(pid_t group, unsigned limit) : group_(group), limit_(limit), before_(tasks_of_machine()) {}
  bool too_large() {
    if (limit_ == 0 || Clock::now() < next_) return false;
    next_ = Clock::now() + std::chrono::milliseconds(50);
    const unsigned tasks = tasks_of_machine();
    before_ = std::min(before_, tasks);
    return tasks - before_ >= limit_ / 2 && group_size(group_) > limit_;
  }

 private:
  pid_t group_;
  unsigned limit_, before_;
  Clock::time_point next_{};
};

/// True once the child has ended; it stays a zombie, so its process group's id stays ours.
bool has_ended(pid_t child) {
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return errno != EINTR;  // ECHILD: somebody else reaped it
  }
  return info.si_pid == child;
}

void reap(pid_t child, ProcessResult* result) {
  int status = 0;
  pid_t got;
  rusage used{};
  do {
    got = ::wait4(child, &status, 0, &used);
  } while (got < 0 && errno == EINTR);
  if (got != child) return;
  const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
  result->cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  if (WIFEXITED(status)) result->exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result->signal = WTERMSIG(status);
}

ProcessResult not_started(const Command& command, const std::string& why) {
  ProcessResult result;
  result.err = fmt::format("cannot run '{}': {}", command.argv.empty() ? "" : command.argv[0], why);
  return result;
}

bool is_program(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string ProcessResult::describe() const {
  if (!started) return err.empty() ? "could not be run" : err;
  if (flooded) return fmt::format("printed more than {} KiB", flood_limit >> 10);
  if (crowded) return "started more processes than it may";
  if (signal == SIGXCPU) return "did not finish in the processor time it may use";
  if (timed_out) {
    return fmt::format("did not finish in {:g} s", std::chrono::duration<double>(limit).count());
  }
  if (signal == 0) return fmt::format("exit code {}", exit_code);
  const char* name = ::sigabbrev_np(signal);
  const bool from_outside = signal == SIGKILL || signal == SIGTERM || signal == SIGINT;
  return fmt::format("{} (signal {}, SIG{})", from_outside ? "was killed" : "crashed", signal,
                     name == nullptr ? "?" : name);
}

std::string find_program(const std::string& program) {
  if (program.empty()) return "";
  if (program.find('/') != std::string::npos) {
    return is_program(program) ? fs::absolute(program).string() : "";
  }
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  while (true) {
    const std::size_t colon = folders.find(':');
    const fs::path folder = colon == 0 || folders.empty() ? "." : folders.substr(0, colon);
    std::string candidate = fs::absolute(folder / program).lexically_normal().string();
    if (is_program(candidate)) return candidate;
    if (colon == std::string_view::npos) return "";
    folders.remove_prefix(colon + 1);
  }
}

std::optional<std::string> read_left_file(const std::string& path, std::size_t limit) {
  // A named pipe must not block us, nor a link lead us to a file of ours.
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat info {};
  if (!file.is_open() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  if (static_cast<std::uint64_t>(info.st_size) > limit) return {};
  std::string text(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + at, text.size() - at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    at += static_cast<std::size_t>(got);
  }
  return text;
}

std::string sanitizer_options(const std::string& more) {
  const char* set = std::getenv("ASAN_OPTIONS");
  return set == nullptr ? more : fmt::format("{}:{}", set, more);
}

std::string executable_path() {
  return fs::read_symlink("/proc/self/exe").string();
}

ProcessResult run_process(const Command& command) {
  if (command.argv.empty()) return not_started(command, "the command is empty");
  const std::string program = find_program(command.argv[0]);
  if (program.empty()) {
    return not_started(command, command.argv[0].find('/') == std::string::npos
                                    ? "not found in PATH; install it or give its full path"
                                    : "no such file, or not executable");
  }

  Pipe status, out, err;
  const bool keeps = !command.pass_through;
  const bool has_err = keeps && !command.merge_streams;
  if (!status.open() || (keeps && !out.open()) || (has_err && !err.open())) {
    return not_started(command, "no pipe: " + error_text(errno));
  }
  Descriptor named;
  if (!command.pipe.empty()) {
    if (::mkfifo(command.pipe.c_str(), 0600) == 0) {
      // Open for both, so that it never ends while writers come and go.
      named.reset(::open(command.pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    }
    if (!named.is_open()) {
      return not_started(command, "named pipe " + command.pipe + ": " + error_text(errno));
    }
  }
  // The child is no foreground job, so reading a terminal would stop it for ever.
  Descriptor nothing;
  if (keeps || ::isatty(STDIN_FILENO) == 1)
    nothing.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));

  std::optional<Jail> jail;
  if (command.confinement) jail.emplace(*command.confinement);
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = overlay_environment(command.environment);
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(environment);
  const ChildPlan plan{program.c_str(),
                       argv.data(),
                       envp.data(),
                       command.directory.c_str(),
                       nothing.get(),
                       out.write.get(),
                       has_err ? err.write.get() : out.write.get(),
                       status.write.get(),
                       ::getpid(),
                       jail ? &*jail : nullptr};

  ProcessResult result;
  result.limit = command.time_limit;
  result.flood_limit = command.flood_limit;
  const Clock::time_point start = Clock::now();
  const pid_t child = ::fork();
  if (child < 0) return not_started(command, "fork: " + error_text(errno));
  if (child == 0) become_program(plan);
  ::setpgid(child, child);
  for (Pipe* pipe : {&status, &out, &err}) pipe->write.reset();

  StartFailure failure{};
  ssize_t got;
  do {
    got = ::read(status.read.get(), &failure, sizeof failure);  // ends when exec closes the pipe
  } while (got < 0 && errno == EINTR);
  if (got == static_cast<ssize_t>(sizeof failure)) {
    reap(child, &result);
    const std::string where =
        failure.step == StartFailure::kDirectory ? "directory '" + command.directory + "': "
        : failure.step == StartFailure::kConfine ? "it could not be confined: "
                                                 : "";
    return not_started(command, where + error_text(failure.error));
  }
  result.started = true;

  std::vector<Stream> streams;
  if (keeps) streams.push_back({&out.read, &result.out, 0});
  if (has_err) streams.push_back({&err.read, &result.err, 0});
  for (const Stream& s : streams) set_nonblocking(*s.source);
  if (named.is_open()) streams.push_back({&named, &result.piped, 0});

  Crowd crowd(child, command.confinement ? command.confinement->processes : 0);
  Clock::time_point deadline = start + command.time_limit;
  while (!has_ended(child)) {
    wait_for_output(streams);
    for (Stream& s : streams) {
      s.drain(command.output_limit);
      if (command.flood_limit == 0 || s.taken <= command.flood_limit) continue;
      if (s.source == &named) continue;
      result.flooded = true;
      ::kill(-child, SIGKILL);
    }
    if (!result.crowded && crowd.too_large()) {
      result.crowded = true;
      ::kill(-child, SIGKILL);
    }
    if (Clock::now() < deadline) continue;
    ::kill(-child, result.timed_out ? SIGKILL : SIGTERM);
    result.timed_out = true;
    deadline = Clock::now() + kGrace;
  }
  ::kill(-child, SIGKILL);  // whatever the child left behind in its group
  for (Stream& s : streams) s.drain(command.output_limit);
  reap(child, &result);
  if (named.is_open()) ::unlink(command.pipe.c_str());
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

TemporaryDirectory::TemporaryDirectory() {
  const char* base = std::getenv("TMPDIR");
  path_ = (fs::path(base == nullptr || *base == '\0' ? "/tmp" : base) / "wb-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) {
    throw Error(
        fmt::format("cannot make the temporary directory {}: {}; set TMPDIR to a folder "
                    "that can be written",
                    path_, error_text(errno)));
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace wb
