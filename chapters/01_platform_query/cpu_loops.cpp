// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "01_platform_query/cpu_loops.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace chapters {
namespace {

constexpr int kVectors = 10, kFloats = 16;

/// One set of loops. Pointers are aligned to 64 bytes, counts are multiples of 64 floats.
struct Loops {
  const char* name;
  /// kVectors x kFloats values, lane l of chain c starting as start + c + l; returns their sum.
  float (*fma)(float start, std::size_t steps, float factor, float addend);
  void (*copy)(const float* in, float* out, std::size_t count);
  void (*stream)(const float* in, float* out, std::size_t count);
};

#if defined(__x86_64__)

// The empty asm statements keep a compiler from turning a loop into a call of memcpy.
#define WB_KEEP asm volatile("" ::: "memory")

__attribute__((target("avx512f"))) float fma_avx512(float start, std::size_t steps, float factor,
                                                    float addend) {
  alignas(64) float lanes[kFloats];
  __m512 x[kVectors];
  for (int c = 0; c < kVectors; ++c) {
    for (int l = 0; l < kFloats; ++l) lanes[l] = start + static_cast<float>(c + l);
    x[c] = _mm512_load_ps(lanes);
  }
  const __m512 f = _mm512_set1_ps(factor), a = _mm512_set1_ps(addend);
  for (std::size_t s = 0; s < steps; ++s) {
#pragma GCC unroll 10
    for (int c = 0; c < kVectors; ++c) x[c] = _mm512_fmadd_ps(x[c], f, a);
  }
  float sum = 0;
  for (int c = 0; c < kVectors; ++c) {
    _mm512_store_ps(lanes, x[c]);
    for (const float lane : lanes) sum += lane;
  }
  return sum;
}

__attribute__((target("avx512f"))) void copy_avx512(const float* in, float* out,
                                                    std::size_t count) {
  for (std::size_t i = 0; i < count; i += 64) {
#pragma GCC unroll 4
    for (std::size_t j = i; j < i + 64; j += 16) _mm512_store_ps(out + j, _mm512_load_ps(in + j));
    WB_KEEP;
  }
}

__attribute__((target("avx512f"))) void stream_avx512(const float* in, float* out,
                                                      std::size_t count) {
  for (std::size_t i = 0; i < count; i += 64) {
#pragma GCC unroll 4
    for (std::size_t j = i; j < i + 64; j += 16) _mm512_stream_ps(out + j, _mm512_load_ps(in + j));
  }
  _mm_sfence();
}

// 16 registers hold ten chains of eight lanes, so the sixteen take two passes.
__attribute__((target("avx2,fma"))) float fma_avx2(float start, std::size_t steps, float factor,
                                                   float addend) {
  float sum = 0;
  const __m256 f = _mm256_set1_ps(factor), a = _mm256_set1_ps(addend);
  for (int half = 0; half < kFloats; half += 8) {
    alignas(32) float lanes[8];
    __m256 x[kVectors];
    for (int c = 0; c < kVectors; ++c) {
      for (int l = 0; l < 8; ++l) lanes[l] = start + static_cast<float>(c + half + l);
      x[c] = _mm256_load_ps(lanes);
    }
    for (std::size_t s = 0; s < steps; ++s) {
#pragma GCC unroll 10
      for (int c = 0; c < kVectors; ++c) x[c] = _mm256_fmadd_ps(x[c], f, a);
    }
    for (int c = 0; c < kVectors; ++c) {
      _mm256_store_ps(lanes, x[c]);
      for (const float lane : lanes) sum += lane;
    }
  }
  return sum;
}

__attribute__((target("avx2"))) void copy_avx2(const float* in, float* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 64) {
#pragma GCC unroll 8
    for (std::size_t j = i; j < i + 64; j += 8) _mm256_store_ps(out + j, _mm256_load_ps(in + j));
    WB_KEEP;
  }
}

__attribute__((target("avx2"))) void stream_avx2(const float* in, float* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 64) {
#pragma GCC unroll 8
    for (std::size_t j = i; j < i + 64; j += 8) _mm256_stream_ps(out + j, _mm256_load_ps(in + j));
  }
  _mm_sfence();
}

std::vector<Loops> loops_here() {
  std::vector<Loops> loops;
  if (__builtin_cpu_supports("avx512f")) {
    loops.push_back({"AVX-512", fma_avx512, copy_avx512, stream_avx512});
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    loops.push_back({"AVX2", fma_avx2, copy_avx2, stream_avx2});
  }
  return loops;
}

#else

std::vector<Loops> loops_here() {
  return {};
}

#endif

/// Runs part(thread, threads) on all hardware threads; milliseconds from the first start to the
/// last end, as an event counts them.
double on_all_threads(const std::function<void(std::size_t, std::size_t)>& part) {
  using Clock = std::chrono::steady_clock;
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Clock::time_point> starts(threads), ends(threads);
  {
    std::barrier ready(static_cast<std::ptrdiff_t>(threads));
    std::vector<std::jthread> running;
    for (std::size_t t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        ready.arrive_and_wait();
        starts[t] = Clock::now();
        part(t, threads);
        ends[t] = Clock::now();
      });
    }
  }
  const auto first = *std::min_element(starts.begin(), starts.end());
  const auto last = *std::max_element(ends.begin(), ends.end());
  return std::chrono::duration<double, std::milli>(last - first).count();
}

/// Ours that a peer should do the work of: the widest vectors.
const wb::CeilingTry* widest(const std::vector<wb::CeilingTry>& ours, const std::string& ceiling,
                             const std::string& variant) {
  for (const wb::CeilingTry& each : ours) {
    if (each.ceiling == ceiling && each.variant == variant && each.status == "ok") return &each;
  }
  return nullptr;
}

wb::CeilingTry fma_loop(const Loops& loops, const wb::CeilingTry& like) {
  const std::size_t items = like.size[0], steps = like.size[1];
  auto sums = std::make_shared<std::vector<float>>(items);
  wb::CeilingTry made;
  made.ceiling = "fma";
  made.variant =
      fmt::format("C++, {}, {} threads", loops.name, std::thread::hardware_concurrency());
  made.size = like.size;
  made.work.flops =
      2.0 * kVectors * kFloats * static_cast<double>(items) * static_cast<double>(steps);
  made.peer = true;
  made.clock = "host";
  made.once = [=, fma = loops.fma] {
    return on_all_threads([&](std::size_t t, std::size_t threads) {
      for (std::size_t i = items * t / threads; i < items * (t + 1) / threads; ++i) {
        (*sums)[i] = fma(static_cast<float>(i % 256), steps, 1.0f, 1.0f);
      }
    });
  };
  made.fault = [=, once = made.once]() -> std::string {
    std::fill(sums->begin(), sums->end(), -1.0f);
    once();
    for (std::size_t i = 0; i < items; ++i) {
      double want = 0;
      for (int c = 0; c < kVectors; ++c) {
        for (int l = 0; l < kFloats; ++l) want += static_cast<double>(i % 256 + steps) + c + l;
      }
      if (!(static_cast<double>((*sums)[i]) == want)) {
        return fmt::format("item {}: got {}, expected {}", i, (*sums)[i], want);
      }
    }
    return "";
  };
  return made;
}

struct Free {
  void operator()(float* p) const { std::free(p); }
};
using Floats = std::shared_ptr<float[]>;

Floats aligned_floats(std::size_t count) {
  auto* p = static_cast<float*>(std::aligned_alloc(4096, count * sizeof(float)));
  if (!p) throw std::bad_alloc();
  return Floats(p, Free());
}

wb::CeilingTry copy_loop(const Loops& loops, bool streaming, const Floats& in, const Floats& out,
                         std::size_t count) {
  wb::CeilingTry made;
  made.ceiling = "copy";
  made.variant =
      fmt::format("C++, {}, {} stores, {} threads", loops.name, streaming ? "streaming" : "plain",
                  std::thread::hardware_concurrency());
  made.size = {count * sizeof(float)};
  made.work.bytes = 2.0 * static_cast<double>(count * sizeof(float));
  made.peer = true;
  made.clock = "host";
  made.once = [=, copy = streaming ? loops.stream : loops.copy] {
    return on_all_threads([&](std::size_t t, std::size_t threads) {
      const std::size_t blocks = count / 64;
      const std::size_t begin = blocks * t / threads * 64, end = blocks * (t + 1) / threads * 64;
      copy(in.get() + begin, out.get() + begin, end - begin);
    });
  };
  made.fault = [=, once = made.once] {
    std::fill_n(out.get(), count, -1.0f);
    once();
    return std::equal(in.get(), in.get() + count, out.get()) ? "" : "the copy differs";
  };
  return made;
}

/// clEnqueueCopyBuffer: what the driver's author thinks a copy is.
wb::CeilingTry copy_command(wb::Session& session, std::size_t bytes) {
  struct Buffers {
    cl::Buffer in, out;
  };
  const auto buffers = std::make_shared<Buffers>();
  buffers->in = cl::Buffer(session.context(), CL_MEM_READ_ONLY, bytes);
  buffers->out = cl::Buffer(session.context(), CL_MEM_READ_WRITE, bytes);
  constexpr cl_uint kPattern = 0x12345678;
  session.queue().enqueueFillBuffer(buffers->in, kPattern, 0, bytes);
  session.queue().finish();
  wb::CeilingTry made;
  made.ceiling = "copy";
  made.variant = "clEnqueueCopyBuffer";
  made.size = {bytes};
  made.work.bytes = 2.0 * static_cast<double>(bytes);
  made.peer = true;
  made.clock = session.profiling() ? "device" : "host";
  made.once = [&session, buffers, bytes] {
    cl::Event event;
    const auto start = std::chrono::steady_clock::now();
    session.queue().enqueueCopyBuffer(buffers->in, buffers->out, 0, 0, bytes, nullptr, &event);
    session.queue().finish();
    const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - start;
    return session.profiling() ? wb::event_ms({event}) : host.count();
  };
  made.fault = [&session, buffers, bytes, once = made.once] {
    session.queue().enqueueFillBuffer(buffers->out, cl_uint{0}, 0, bytes);
    once();
    std::vector<cl_uint> got(bytes / sizeof(cl_uint));
    session.queue().enqueueReadBuffer(buffers->out, CL_TRUE, 0, bytes, got.data());
    return std::all_of(got.begin(), got.end(), [](cl_uint x) { return x == kPattern; })
               ? ""
               : "the copy differs";
  };
  return made;
}

}  // namespace

std::vector<wb::CeilingTry> ceiling_peers(wb::Session& session,
                                          const std::vector<wb::CeilingTry>& ours) {
  std::vector<wb::CeilingTry> peers;
  const wb::CeilingTry* copy = widest(ours, "copy", "float4, plain stores");
  if (copy) peers.push_back(copy_command(session, copy->size[0]));
  if (!session.facts().cpu) return peers;
  const wb::CeilingTry* fma = widest(ours, "fma", "float16");
  const std::size_t count = copy ? copy->size[0] / sizeof(float) / 64 * 64 : 0;
  const Floats in = aligned_floats(count), out = aligned_floats(count);
  for (std::size_t i = 0; i < count; ++i) in[i] = static_cast<float>(i % 1021);
  for (const Loops& loops : loops_here()) {
    if (fma) peers.push_back(fma_loop(loops, *fma));
    if (count == 0) continue;
    for (const bool stream : {false, true}) {
      peers.push_back(copy_loop(loops, stream, in, out, count));
    }
  }
  return peers;
}

}  // namespace chapters
