// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/ptx_binary.hpp"

#include <fmt/core.h>

#include <string_view>

#include "wb/error.hpp"

namespace wb {
namespace {

constexpr std::string_view kOpen = "/*sm_90a:", kClose = ":sm_90a*/";
constexpr std::string_view kTarget = "\n.target ";

}  // namespace

bool has_hidden_ptx(const std::string& source) {
  return source.find(kOpen) != std::string::npos;
}

std::string reveal_ptx(std::string ptx) {
  while (!ptx.empty() && ptx.back() == '\0') ptx.pop_back();  // drivers pad their binaries
  const std::size_t target = ptx.find(kTarget);
  if (ptx.find("\n.version ") == std::string::npos || target == std::string::npos) {
    throw Error("the program's binary is no PTX text: this driver's binaries cannot be rewritten");
  }
  const std::size_t begin = target + kTarget.size();
  const std::size_t end = ptx.find_first_of(", \r\n", begin);
  const std::string name = ptx.substr(begin, end - begin);
  if (name != "sm_90") {
    throw Skipped(fmt::format(
        "needs a device of compute capability 9.0 (PTX for sm_90); this PTX is for {}", name));
  }
  ptx.replace(begin, name.size(), "sm_90a");

  std::size_t revealed = 0, at = 0;
  while ((at = ptx.find(kOpen, at)) != std::string::npos) {
    const std::size_t close = ptx.find(kClose, at);
    if (close == std::string::npos || ptx.find(kOpen, at + 1) < close) {
      throw Error(fmt::format("hidden PTX does not end: {} at byte {} has no {} of its own", kOpen,
                              at, kClose));
    }
    ptx.erase(close, kClose.size());
    ptx.erase(at, kOpen.size());
    ++revealed;
  }
  if (revealed == 0) {
    throw Error("the compiler kept no hidden PTX: it drops comments inside inline assembly");
  }
  return ptx;
}

cl::Program build_revealed(Session& session, const cl::Program& program, const std::string& path) {
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  const std::string ptx =
      reveal_ptx(binaries.empty() ? "" : std::string(binaries[0].begin(), binaries[0].end()));
  cl::Program revealed;
  try {
    revealed = cl::Program(session.context(), {session.device()},
                           cl::Program::Binaries{{ptx.begin(), ptx.end()}});
    revealed.build({session.device()});
  } catch (const cl::Error& error) {
    std::string log;
    if (revealed()) log = revealed.getBuildInfo<CL_PROGRAM_BUILD_LOG>(session.device());
    throw Error(fmt::format("{}: {} refuses the rewritten PTX: {} ({})\n{}", path,
                            session.facts().name, cl_error_name(error.err()), error.err(), log));
  }
  return revealed;
}

}  // namespace wb
