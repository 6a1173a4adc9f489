// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "08_reduction/host_sums.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace chapters {
namespace {

constexpr std::size_t kFloats = 16, kVectors = 8;

float sum_portable(const float* in, std::size_t count) {
  float lanes[kFloats * kVectors] = {};
  const std::size_t whole = count / (kFloats * kVectors) * (kFloats * kVectors);
  for (std::size_t i = 0; i < whole; i += kFloats * kVectors) {
    for (std::size_t l = 0; l < kFloats * kVectors; ++l) lanes[l] += in[i + l];
  }
  for (std::size_t width = kFloats * kVectors / 2; width > 0; width /= 2) {
    for (std::size_t l = 0; l < width; ++l) lanes[l] += lanes[l + width];
  }
  for (std::size_t i = whole; i < count; ++i) lanes[0] += in[i];
  return lanes[0];
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) float sum_avx512(const float* in, std::size_t count) {
  __m512 a[kVectors];
  for (auto& vector : a) vector = _mm512_setzero_ps();
  const std::size_t whole = count / (kFloats * kVectors) * (kFloats * kVectors);
  for (std::size_t i = 0; i < whole; i += kFloats * kVectors) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < kVectors; ++v) {
      a[v] = _mm512_add_ps(a[v], _mm512_loadu_ps(in + i + v * kFloats));
    }
  }
  for (std::size_t half = kVectors / 2; half > 0; half /= 2) {
    for (std::size_t v = 0; v < half; ++v) a[v] = _mm512_add_ps(a[v], a[v + half]);
  }
  alignas(64) float lanes[kFloats];
  _mm512_store_ps(lanes, a[0]);
  for (std::size_t i = whole; i < count; ++i) lanes[0] += in[i];
  return sum_portable(lanes, kFloats);
}
#endif

struct HostSum {
  const char* name;
  float (*sum)(const float* in, std::size_t count);
};

HostSum fastest_here() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {"C++, AVX-512", sum_avx512};
#endif
  return {"C++", sum_portable};
}

}  // namespace

ExactSum exact_sum(std::span<const float> in) {
  constexpr std::size_t kBlock = 4096;  // block by block, so that the order is always the same
  const std::size_t blocks = (in.size() + kBlock - 1) / kBlock;
  std::vector<ExactSum> parts(blocks);
  wb::parallel_for(in.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = (begin + kBlock - 1) / kBlock; b * kBlock < end; ++b) {
      const auto block = in.subspan(b * kBlock, std::min(kBlock, in.size() - b * kBlock));
      for (const float x : block) {
        parts[b].sum += double(x);
        parts[b].magnitudes += std::abs(double(x));
      }
    }
  });
  ExactSum all;
  for (const ExactSum& part : parts) {
    all.sum += part.sum;
    all.magnitudes += part.magnitudes;
  }
  return all;
}

wb::Peer host_sum(const wb::Problem& problem) {
  const HostSum host = fastest_here();
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  auto out = std::make_shared<wb::Array>(problem.outputs.at(0));
  wb::poison(*out);
  return {fmt::format("{}, {} threads", host.name, threads), "host",
          [=, &problem] {
            using Clock = std::chrono::steady_clock;
            const auto in = problem.input("in").as<float>();
            std::vector<float> sums(threads);
            std::vector<Clock::time_point> starts(threads), ends(threads);
            {
              std::barrier ready(static_cast<std::ptrdiff_t>(threads));
              std::vector<std::jthread> running;
              for (std::size_t t = 0; t < threads; ++t) {
                running.emplace_back([&, t] {
                  const std::size_t begin = in.size() * t / threads / 16 * 16;
                  const std::size_t last = in.size() * (t + 1) / threads;
                  const std::size_t end = t + 1 == threads ? last : last / 16 * 16;
                  ready.arrive_and_wait();
                  starts[t] = Clock::now();
                  sums[t] = host.sum(in.data() + begin, end - begin);
                  ends[t] = Clock::now();
                });
              }
            }
            float sum = 0;
            for (const float part : sums) sum += part;
            out->as<float>()[0] = sum;
            // From the first start to the last end, as an event counts it: starting threads is not
            // a sum.
            const auto first = *std::min_element(starts.begin(), starts.end());
            const auto last = *std::max_element(ends.begin(), ends.end());
            return std::chrono::duration<double, std::milli>(last - first).count();
          },
          [out] { return std::vector<wb::Array>{*out}; }};
}

}  // namespace chapters
