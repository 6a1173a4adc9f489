// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What a child that runs a stranger's kernel may reach. Three of Linux's means, each for what the
// others cannot do: Landlock hides files, a seccomp filter keeps every descendant in the process
// group that the parent kills, and resource limits bound processor time, memory and files.
#include "confine.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>

namespace wb {
namespace {

// The header may be older than the kernel that we meet, so what came after its first version has
// its numbers here.
constexpr std::uint64_t kRefer = 1ULL << 13;     // version 2: rename and link between folders
constexpr std::uint64_t kTruncate = 1ULL << 14;  // version 3
constexpr std::uint64_t kTcp = 3;                // version 4: bind, connect
constexpr std::uint64_t kScopes = 3;             // version 6: abstract sockets, signals
struct Ruleset {
  std::uint64_t files, net, scopes;
};

constexpr std::uint64_t kRead =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1U);
  return version < 0 ? 0 : static_cast<int>(version);
}

std::uint64_t all_rights(int version) {
  std::uint64_t rights = (1ULL << 13) - 1;
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  return rights;
}

void allow(int ruleset, const std::string& path, std::uint64_t rights) {
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return;  // what is not there needs no permission
  struct stat info {};
  if (::fstat(fd, &info) == 0 && !S_ISDIR(info.st_mode)) {
    rights &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
              LANDLOCK_ACCESS_FS_EXECUTE | kTruncate;
  }
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = fd;
  ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(fd);
}

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // no filter there
#endif

constexpr sock_filter statement(std::uint16_t code, std::uint32_t k) {
  return {code, 0, 0, k};
}
constexpr sock_filter jump(std::uint16_t code, std::uint32_t k, std::uint8_t yes, std::uint8_t no) {
  return {code, yes, no, k};
}

// Refused: leaving the process group, looking into other processes, the internet.
constexpr std::array kFilter = {
    statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
    jump(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 0, 11),
    statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
    jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 9, 0),  // x86-64's second set of numbers
    jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_setsid, 8, 0),
    jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_setpgid, 7, 0),
    jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 6, 0),
    jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 5, 0),
    jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
    statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
    jump(BPF_JMP | BPF_JEQ | BPF_K, 2 /* AF_INET */, 2, 0),
    jump(BPF_JMP | BPF_JEQ | BPF_K, 10 /* AF_INET6 */, 1, 0),
    statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
};

bool filter_calls() {
  if (kArchitecture == 0) return true;
  const sock_fprog program{static_cast<unsigned short>(kFilter.size()),
                           const_cast<sock_filter*>(kFilter.data())};
  // A kernel without filters, or a container that forbids them: the process group is killed all the
  // same, only what left it is not.
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 || errno == EINVAL ||
         errno == EACCES;
}

// At the soft limit for processor time comes SIGXCPU, which names the reason, and at the hard one
// SIGKILL.
void limit(int what, std::uint64_t value) {
  if (value == 0) return;
  const rlimit both{value, what == RLIMIT_CPU ? value + 2 : value};
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

}  // namespace

std::string confinement_gap() {
  const int version = landlock_version();
  if (version == 0) {
    return "this kernel has no Landlock (Linux 5.13 and later have it, unless it is switched off): "
           "what runs here can read and write your files";
  }
  if (version < 6) return "this kernel's Landlock is older than 6.12: signals are not confined";
  return "";
}

Jail::Jail(const Confinement& confinement) : limits_(confinement) {
  const int version = landlock_version();
  // Below 2, renames between folders are refused to everybody, and pocl's linker needs one.
  if (version < 2) return;
  const Ruleset rules{all_rights(version), kTcp, kScopes};
  const std::size_t size = version < 4 ? 8 : version < 6 ? 16 : sizeof rules;
  ruleset_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size, 0U));
  if (ruleset_ < 0) return;
  for (const std::string& path : confinement.readable) allow(ruleset_, path, kRead);
  for (const std::string& path : confinement.writable) allow(ruleset_, path, rules.files);
  constexpr std::uint64_t kDevice = kRead | LANDLOCK_ACCESS_FS_WRITE_FILE;
  for (const char* device : {"null", "zero", "full", "random", "urandom", "dri", "kfd", "mali0"}) {
    allow(ruleset_, std::string("/dev/") + device, kDevice);
  }
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored)) {
    if (entry.path().filename().string().rfind("nvidia", 0) == 0) {
      allow(ruleset_, entry.path().string(), kDevice);
    }
  }
}

Jail::~Jail() {
  if (ruleset_ >= 0) ::close(ruleset_);
}

bool Jail::enter() const {
  limit(RLIMIT_CPU, limits_.cpu_seconds);
  limit(RLIMIT_FSIZE, limits_.file_bytes);
#if !defined(__SANITIZE_ADDRESS__)  // its shadow memory is terabytes of address space
  limit(RLIMIT_DATA, limits_.memory_bytes);
#endif
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (ruleset_ >= 0 && ::syscall(SYS_landlock_restrict_self, ruleset_, 0U) != 0) return false;
  return filter_calls();
}

std::vector<std::string> without(const std::string& folder,
                                 const std::vector<std::string>& hidden) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path here = fs::weakly_canonical(folder, ignored);
  bool holds = false;
  for (const std::string& path : hidden) {
    const fs::path secret = fs::weakly_canonical(path, ignored);
    const std::string way = secret.lexically_relative(here).string();
    if (way == "." || here.lexically_relative(secret).string().rfind("..", 0) != 0) return {};
    holds |= way.rfind("..", 0) != 0;
  }
  if (!holds) return {here.string()};
  std::vector<std::string> rest;
  for (const auto& entry : fs::directory_iterator(here, ignored)) {
    if (entry.is_symlink(ignored)) continue;  // it leads to what has a rule of its own, or to none
    for (std::string& path : without(entry.path().string(), hidden))
      rest.push_back(std::move(path));
  }
  return rest;
}

}  // namespace wb
