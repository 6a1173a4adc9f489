// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sub-buffers that overlap, or lie apart, used by kernels one after the other and released, in the
// order in which they were made or last first: does the driver live? The chapter runs it as a
// child, since a driver that crashes takes its program along.
//   build/bin/18_resources_parts apart
//   build/bin/18_resources_parts overlapping 100
//   build/bin/18_resources_parts overlapping-last-first 100
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "18_resources/ledger.hpp"
#include "18_resources/ways.hpp"
#include "wb/data.hpp"
#include "wb/error.hpp"

namespace {

constexpr std::size_t kParts = 16, kPartBytes = 64 << 10;

/// What is tried.
struct Way {
  std::string_view name;
  bool overlap, last_first;
};
constexpr Way kWays[] = {
    {"apart", false, false}, {"overlapping", true, false}, {"overlapping-last-first", true, true}};

// Makes the parts, writes one value into each, releases them. Returns how many words of the whole
// buffer are then wrong.
std::size_t one_round(wb::Session& session, cl::Kernel& smooth, cl::Buffer& whole, const Way& way,
                      std::uint64_t round) {
  chapters::Ledger ledger;
  ledger.follow_bytes(false);
  const std::size_t words = kPartBytes / sizeof(cl_uint), step = chapters::part_alignment(session);
  std::vector<cl_uint> expected(kParts * words, 0);
  session.queue().enqueueFillBuffer(whole, cl_uint{0}, 0, kParts * kPartBytes);
  // <parts>
  std::vector<cl::Buffer> parts;
  for (std::size_t i = 0; i < kParts; ++i) {
    const std::size_t places = (kParts - 1) * kPartBytes / step + 1;
    const std::size_t at = way.overlap ? wb::mix(round, i) % places * step : i * kPartBytes;
    parts.push_back(ledger.part(whole, at, kPartBytes));
    smooth.setArg(1, static_cast<cl_uint>(i + 1));
    smooth.setArg(3, parts.back());
    session.queue().enqueueNDRangeKernel(smooth, cl::NullRange, cl::NDRange(words));
    std::fill_n(expected.begin() + std::ptrdiff_t(at / sizeof(cl_uint)), words, cl_uint(i + 1));
  }
  // </parts>
  std::vector<cl_uint> got(expected.size());
  session.queue().enqueueReadBuffer(whole, CL_TRUE, 0, kParts * kPartBytes, got.data());
  // <let-go>
  if (way.last_first) std::reverse(parts.begin(), parts.end());
  for (cl::Buffer& part : parts) part = cl::Buffer();  // no command uses it any more
  // </let-go>
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i] ? 1 : 0;
  return wrong;
}

void run(wb::Session& session, const Way& way, std::uint64_t rounds) {
  cl::Buffer whole(session.context(), CL_MEM_READ_WRITE, kParts * kPartBytes);
  const cl::Buffer zeros(session.context(), CL_MEM_READ_ONLY, kPartBytes);
  session.queue().enqueueFillBuffer(zeros, cl_uint{0}, 0, kPartBytes);
  cl::Kernel smooth = session.kernel("18_resources/smooth.cl", "smooth", "");
  smooth.setArg(0, wb::as_int(kPartBytes / sizeof(cl_uint)));
  smooth.setArg(2, zeros);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (const std::size_t wrong = one_round(session, smooth, whole, way, round)) {
      throw wb::Error(fmt::format("round {}: {} words are wrong", round + 1, wrong));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto* way = std::find_if(std::begin(kWays), std::end(kWays),
                                 [&](const Way& each) { return argc > 1 && each.name == argv[1]; });
  std::uint64_t rounds = 200;
  const char* end = argc > 2 ? argv[2] + std::strlen(argv[2]) : nullptr;
  const bool read = argc < 3 || std::from_chars(argv[2], end, rounds).ptr == end;
  if (way == std::end(kWays) || !read || argc > 4) {
    fmt::print(stderr, "usage: 18_resources_parts WAY [rounds [device]]\nways:\n");
    for (const Way& each : kWays) fmt::print(stderr, "  {}\n", each.name);
    return static_cast<int>(wb::ExitCode::kUsage);
  }
  try {
    wb::Session session(argc > 3 ? argv[3] : "");
    run(session, *way, rounds);
    fmt::print("{} rounds of {} parts, {}: the driver lives\n", rounds, kParts, way->name);
    return 0;
  } catch (const wb::Error& error) {
    fmt::print(stderr, "18_resources_parts: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const cl::Error& error) {
    fmt::print(stderr, "18_resources_parts: {} failed: {}\n", error.what(),
               wb::cl_error_name(error.err()));
    return static_cast<int>(wb::ExitCode::kEnvironment);
  }
}
