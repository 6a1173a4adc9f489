// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "14_histogram/host_counts.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>

#include "wb/process.hpp"

namespace chapters {
namespace {

using Counts = std::vector<std::uint32_t>;

// Eight bytes at a time, each into a table of its own: equal neighbours do not wait for each other.
void count_bytes(const std::uint8_t* in, std::size_t n, Counts& counts) {
  constexpr std::size_t kTables = 8, kValues = 256;
  std::uint32_t t[kTables][kValues] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    std::uint64_t w;
    std::memcpy(&w, in + i, 8);
    ++t[0][w & 255], ++t[1][w >> 8 & 255], ++t[2][w >> 16 & 255], ++t[3][w >> 24 & 255];
    ++t[4][w >> 32 & 255], ++t[5][w >> 40 & 255], ++t[6][w >> 48 & 255], ++t[7][w >> 56];
  }
  for (; i < n; ++i) ++t[0][in[i]];
  for (std::size_t b = 0; b < kValues; ++b) {
    counts[b] = 0;
    for (const auto& table : t) counts[b] += table[b];
  }
}

// Two tables of 256 KiB: four would no longer fit beside the data in a core's second cache.
void count_shorts(const std::uint16_t* in, std::size_t n, Counts& counts) {
  Counts other(counts.size());
  std::fill(counts.begin(), counts.end(), 0u);
  std::uint32_t *a = counts.data(), *b = other.data();
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    std::uint64_t w;
    std::memcpy(&w, in + i, 8);
    ++a[w & 0xffff], ++b[w >> 16 & 0xffff], ++a[w >> 32 & 0xffff], ++b[w >> 48];
  }
  for (; i < n; ++i) ++a[in[i]];
  for (std::size_t k = 0; k < counts.size(); ++k) a[k] += b[k];
}

std::size_t hardware_threads() {
  return std::max(1u, std::thread::hardware_concurrency());
}

// Counts in parallel and merges in parallel. Returns milliseconds from the first start to the last
// end, as an event counts: starting threads is no counting.
double count(const wb::Array& in, Counts& counts) {
  using Clock = std::chrono::steady_clock;
  const std::size_t threads = hardware_threads(), n = in.count(), bins = counts.size();
  std::vector<Counts> tables(threads, Counts(bins));
  std::vector<Clock::time_point> starts(threads), ends(threads);
  {
    std::barrier ready(static_cast<std::ptrdiff_t>(threads));
    std::vector<std::jthread> running;
    for (std::size_t t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        const auto part = [&](std::size_t of, std::size_t k) { return of * k / threads; };
        const std::size_t begin = part(n / 64, t) * 64;
        const std::size_t end = t + 1 == threads ? n : part(n / 64, t + 1) * 64;
        ready.arrive_and_wait();
        starts[t] = Clock::now();
        if (in.type == wb::Type::kUchar) {
          count_bytes(in.as<std::uint8_t>().data() + begin, end - begin, tables[t]);
        } else {
          count_shorts(in.as<std::uint16_t>().data() + begin, end - begin, tables[t]);
        }
        ready.arrive_and_wait();
        for (std::size_t b = part(bins, t); b < part(bins, t + 1); ++b) {
          counts[b] = 0;
          for (const Counts& table : tables) counts[b] += table[b];
        }
        ends[t] = Clock::now();
      });
    }
  }
  const auto first = *std::min_element(starts.begin(), starts.end());
  const auto last = *std::max_element(ends.begin(), ends.end());
  return std::chrono::duration<double, std::milli>(last - first).count();
}

// The library that cub_peer.cu becomes.
struct Cub {
  void* (*open)(const void* in, std::size_t n, int bytes_of_value);
  double (*once)(void*);
  int (*counts)(void*, std::uint32_t* out);

  static const Cub* find() {
    static const auto cub = [] {
      const auto folder = std::filesystem::path(wb::executable_path()).parent_path();
      void* library = dlopen((folder / "libcub_peer.so").c_str(), RTLD_NOW | RTLD_LOCAL);
      auto found = std::make_unique<Cub>();
      if (!library) return std::unique_ptr<Cub>();
      found->open = reinterpret_cast<decltype(found->open)>(dlsym(library, "cub_open"));
      found->once = reinterpret_cast<decltype(found->once)>(dlsym(library, "cub_once"));
      found->counts = reinterpret_cast<decltype(found->counts)>(dlsym(library, "cub_counts"));
      if (!found->open || !found->once || !found->counts) found.reset();
      return found;
    }();
    return cub.get();
  }
};

}  // namespace

std::vector<std::uint32_t> host_counts(const wb::Array& in) {
  Counts counts(in.type == wb::Type::kUchar ? 256 : 65536);
  count(in, counts);
  return counts;
}

wb::Peer host_histogram(const wb::Problem& problem) {
  auto counts = std::make_shared<Counts>(problem.outputs.at(0).count());
  return {fmt::format("C++, {} threads", hardware_threads()), "host",
          [counts, &problem] { return count(problem.inputs.at(0), *counts); },
          [counts, &problem] {
            wb::Array out = problem.outputs[0];
            std::ranges::copy(*counts, out.as<std::uint32_t>().begin());
            return std::vector<wb::Array>{out};
          }};
}

std::vector<wb::Peer> cub_histogram(const wb::Session& session, const wb::Problem& problem) {
  const Cub* cub = session.facts().nvidia ? Cub::find() : nullptr;
  if (!cub) return {};
  const wb::Array& in = problem.inputs.at(0);
  void* state = cub->open(in.bytes.data(), in.count(), static_cast<int>(wb::bytes_of(in.type)));
  if (!state) return {};
  return {{"CUB", "device", [=] { return cub->once(state); },
           [=, &problem] {
             wb::Array out = problem.outputs[0];
             wb::poison(out);
             cub->counts(state, out.as<std::uint32_t>().data());
             return std::vector<wb::Array>{out};
           }}};
}

}  // namespace chapters
