// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// CUB's histogram as a peer, timed by CUDA's events. Where CUDA is installed:
//   nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fPIC -cudart static \
//        -o build/bin/libcub_peer.so chapters/14_histogram/cub_peer.cu
// build/bin/14_histogram --peers then finds it beside itself.
#include <cub/cub.cuh>
#include <cstdint>
#include <limits>

namespace {

struct State {
  void *in = nullptr, *scratch = nullptr;
  std::uint32_t* counts = nullptr;
  std::size_t n = 0, scratch_bytes = 0;
  int bytes = 1;
  cudaEvent_t start, end;

  int bins() const { return bytes == 1 ? 256 : 65536; }
  template <class T>
  cudaError_t run() {
    return cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, static_cast<const T*>(in),
                                               counts, bins() + 1, 0, bins(),
                                               static_cast<std::int64_t>(n));
  }
  cudaError_t run() { return bytes == 1 ? run<std::uint8_t>() : run<std::uint16_t>(); }
};

}  // namespace

// <cub>
extern "C" void* cub_open(const void* in, std::size_t n, int bytes_of_value) {
  auto* s = new State;
  s->n = n;
  s->bytes = bytes_of_value;
  bool ok = cudaMalloc(&s->in, n * bytes_of_value) == cudaSuccess;
  ok = ok && cudaMalloc(&s->counts, s->bins() * sizeof(std::uint32_t)) == cudaSuccess;
  ok = ok && cudaMemcpy(s->in, in, n * bytes_of_value, cudaMemcpyHostToDevice) == cudaSuccess;
  ok = ok && s->run() == cudaSuccess;  // the first call says how much scratch memory it wants
  ok = ok && cudaMalloc(&s->scratch, s->scratch_bytes) == cudaSuccess;
  ok = ok && cudaEventCreate(&s->start) == cudaSuccess && cudaEventCreate(&s->end) == cudaSuccess;
  return ok ? s : nullptr;
}

extern "C" double cub_once(void* state) {
  auto* s = static_cast<State*>(state);
  float ms = 0;
  cudaEventRecord(s->start);
  const bool ok = s->run() == cudaSuccess;
  cudaEventRecord(s->end);
  cudaEventSynchronize(s->end);
  cudaEventElapsedTime(&ms, s->start, s->end);
  return ok ? ms : std::numeric_limits<double>::infinity();
}

extern "C" int cub_counts(void* state, std::uint32_t* out) {
  auto* s = static_cast<State*>(state);
  return cudaMemcpy(out, s->counts, s->bins() * sizeof(*out), cudaMemcpyDeviceToHost);
}
// </cub>
