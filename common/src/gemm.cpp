// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/gemm.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "wb/error.hpp"
#include "wb/instruments.hpp"

namespace wb {
namespace {

struct Shape {
  std::size_t m, n, k;
};

Shape shape_of(const Problem& problem) {
  return {problem.size.at(0), problem.size.at(1), problem.size.at(2)};
}

Problem make_gemm(const Size& size, DataKind kind, std::uint64_t seed) {
  const std::size_t m = size.at(0), n = size.at(1), k = size.at(2);
  Problem problem;
  problem.inputs = {Array("A", Type::kFloat, {m, k}), Array("B", Type::kFloat, {k, n})};
  fill(problem.inputs[0], kind, seed);
  fill(problem.inputs[1], kind, seed + 1);
  problem.outputs = {Array("C", Type::kFloat, {m, n}, CL_MEM_WRITE_ONLY)};
  return problem;
}

// Allowed error over the sum of magnitudes: k roundings, and what both operands bring along.
double gemm_tolerance(double k, double operand_rounding) {
  return roundings(k) + 2 * operand_rounding;
}

// One row block at a time, k outside j, so that B streams through the cache in rows.
Expected gemm_reference(const Problem& problem, double operand_rounding) {
  const auto [m, n, k] = shape_of(problem);
  const auto a = problem.input("A").as<float>(), b = problem.input("B").as<float>();
  Expected expected;
  expected.value.assign(m * n, 0);
  expected.scale.assign(m * n, 0);
  expected.tolerance =
      problem.kind == DataKind::kIntegers ? 0 : gemm_tolerance(double(k), operand_rounding);
  constexpr std::size_t kColumns = 512;
  const std::size_t panels = (n + kColumns - 1) / kColumns;
  const std::size_t n_size = n,
                    k_size = k;  // structured bindings cannot be captured in C++20 lambdas
  const auto rows = [&](std::size_t begin, std::size_t end) {
    for (std::size_t panel = 0; panel < panels; ++panel) {
      const std::size_t j0 = panel * kColumns, j1 = std::min(n_size, j0 + kColumns);
      for (std::size_t i = begin; i < end; ++i) {
        double* value = &expected.value[i * n_size];
        double* scale = &expected.scale[i * n_size];
        for (std::size_t p = 0; p < k_size; ++p) {
          const double x = a[i * k_size + p];
          for (std::size_t j = j0; j < j1; ++j) {
            const double product = x * b[p * n_size + j];
            value[j] += product;
            scale[j] += std::abs(product);
          }
        }
      }
    }
  };
  parallel_for(m * 16384,
               [&](std::size_t begin, std::size_t end) { rows(begin / 16384, end / 16384); });
  return expected;
}

// C x against A (B x) for a vector x of signs: a wrong element shows in its row unless it is within
// that row's rounding; so 4096 elements are computed in full as well.
Verdict gemm_spot_check(const Problem& problem, const Array& c_array, double operand_rounding) {
  const auto [m, n, k] = shape_of(problem);
  const auto a = problem.input("A").as<float>(), b = problem.input("B").as<float>();
  const auto c = c_array.as<float>();
  const std::size_t m_size = m, n_size = n, k_size = k;
  const auto sign = [](std::size_t j) { return mix(77, j) & 1 ? 1.0 : -1.0; };

  std::vector<double> bx(k_size), bx_scale(k_size);
  parallel_for(k_size * n_size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin / n_size; p < end / n_size; ++p) {
      for (std::size_t j = 0; j < n_size; ++j) {
        bx[p] += b[p * n_size + j] * sign(j);
        bx_scale[p] += std::abs(b[p * n_size + j]);
      }
    }
  });
  Array row_sums("(C x)", Type::kDouble, {m_size});
  Expected rows;
  rows.value.resize(m_size);
  rows.scale.resize(m_size);
  rows.tolerance = gemm_tolerance(double(k_size), operand_rounding);
  parallel_for(m_size * n_size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin / n_size; i < end / n_size; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n_size; ++j) sum += c[i * n_size + j] * sign(j);
      row_sums.as<double>()[i] = sum;
      for (std::size_t p = 0; p < k_size; ++p) {
        rows.value[i] += a[i * k_size + p] * bx[p];
        rows.scale[i] += std::abs(a[i * k_size + p]) * bx_scale[p];
      }
    }
  });
  Verdict verdict = compare(row_sums, rows);
  if (!verdict.ok) return verdict;

  constexpr std::size_t kSamples = 4096;
  for (std::size_t s = 0; s < kSamples; ++s) {
    const std::size_t i = mix(1, s) % m_size, j = mix(2, s) % n_size;
    double value = 0, scale = 0;
    for (std::size_t p = 0; p < k_size; ++p) {
      const double product = double(a[i * k_size + p]) * b[p * n_size + j];
      value += product;
      scale += std::abs(product);
    }
    const double error = std::abs(c[i * n_size + j] - value);
    if (scale > 0) verdict.max_relative_error = std::max(verdict.max_relative_error, error / scale);
    if (!(error <= rows.tolerance * scale)) {
      verdict.ok = false;
      verdict.faults = 1;
      verdict.message =
          fmt::format("{}: got {:.9g}, expected {:.9g} (sampled)",
                      element_name(c_array, i * n_size + j), c[i * n_size + j], value);
      return verdict;
    }
  }
  return verdict;
}

std::optional<Verdict> gemm_check(const Problem& problem, const std::vector<Array>& outputs,
                                  double operand_rounding) {
  constexpr double kReferenceFlops = 0x1p31;
  if (gemm_work(problem.size).flops <= kReferenceFlops) return std::nullopt;
  if (problem.kind == DataKind::kSpecial) return std::nullopt;
  return gemm_spot_check(problem, outputs.at(0), operand_rounding);
}

// ---------------------------------------------------------------------------------------------
// Peers are looked up at run time, so that nothing here depends on them.

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

void add_openblas(const Problem& problem, std::vector<Peer>& peers) {
  // cblas_sgemm(order, transA, transB, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc)
  using Sgemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int,
                         float, float*, int);
  // Either variable makes OpenBLAS pick kernels for another processor: no peer to compare with.
  unsetenv("OPENBLAS_CORETYPE");
  unsetenv("OPENBLAS_L2_SIZE");
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  const auto sgemm = reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm"));
  const auto threads = reinterpret_cast<int (*)()>(dlsym(library, "openblas_get_num_threads"));
  if (!sgemm || !threads) return;
  auto c = std::make_shared<Array>(problem.outputs[0]);
  poison(*c);
  const auto [m, n, k] = shape_of(problem);
  const int mi = as_int(m), ni = as_int(n), ki = as_int(k);
  constexpr int kRowMajor = 101, kNoTranspose = 111;
  peers.push_back({fmt::format("OpenBLAS, {} threads", threads()), "host",
                   [=, &problem] {
                     const auto start = std::chrono::steady_clock::now();
                     sgemm(kRowMajor, kNoTranspose, kNoTranspose, mi, ni, ki, 1.0f,
                           problem.input("A").as<float>().data(), ki,
                           problem.input("B").as<float>().data(), ni, 0.0f, c->as<float>().data(),
                           ni);
                     return ms_since(start);
                   },
                   [c] { return std::vector<Array>{*c}; }});
}

void add_clblast(Session& session, const Problem& problem, std::vector<Peer>& peers) {
  using Sgemm = int (*)(int, int, int, std::size_t, std::size_t, std::size_t, float, cl_mem,
                        std::size_t, std::size_t, cl_mem, std::size_t, std::size_t, float, cl_mem,
                        std::size_t, std::size_t, cl_command_queue*, cl_event*);
  void* library = dlopen("libclblast.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  const auto sgemm = reinterpret_cast<Sgemm>(dlsym(library, "CLBlastSgemm"));
  if (!sgemm) return;
  struct Buffers {
    cl::Buffer a, b, c;
    Array result;
  };
  auto buffers = std::make_shared<Buffers>();
  const auto upload = [&](const Array& array, cl_mem_flags flags) {
    cl::Buffer buffer(session.context(), flags, array.bytes.size());
    session.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, array.bytes.size(), array.bytes.data());
    return buffer;
  };
  buffers->result = problem.outputs[0];
  poison(buffers->result);
  buffers->a = upload(problem.input("A"), CL_MEM_READ_ONLY);
  buffers->b = upload(problem.input("B"), CL_MEM_READ_ONLY);
  buffers->c = upload(buffers->result, CL_MEM_READ_WRITE);
  const auto [m, n, k] = shape_of(problem);
  const std::size_t m_size = m, n_size = n, k_size = k;
  constexpr int kRowMajor = 101, kNoTranspose = 111;
  peers.push_back(
      {"CLBlast", session.profiling() ? "device" : "host",
       [=, &session] {
         const auto start = std::chrono::steady_clock::now();
         cl_command_queue queue = session.queue()();
         cl_event raw = nullptr;
         const int status = sgemm(kRowMajor, kNoTranspose, kNoTranspose, m_size, n_size, k_size,
                                  1.0f, buffers->a(), 0, k_size, buffers->b(), 0, n_size, 0.0f,
                                  buffers->c(), 0, n_size, &queue, &raw);
         if (status != 0) throw Error(fmt::format("CLBlastSgemm failed with status {}", status));
         const cl::Event event(raw);
         event.wait();
         // CLBlast may launch several kernels and returns the last one's event: host
         // time is fair.
         return ms_since(start);
       },
       [=, &session] {
         session.queue().enqueueReadBuffer(buffers->c, CL_TRUE, 0, buffers->result.bytes.size(),
                                           buffers->result.bytes.data());
         return std::vector<Array>{buffers->result};
       }});
  peers.back().clock = "host";
}

// cuBLAS in its own memory of the same GPU, timed by CUDA's events. TF32 off, or, where operands
// may be rounded to it, on.
class Cublas {
 public:
  // Throws Skipped where CUDA's runtime or cuBLAS is not installed or finds no GPU.
  Cublas(const Problem& problem, bool tf32)
      : shape_(shape_of(problem)), result_(problem.outputs[0]) {
    for (const char* version : {"13", "12", "11.0"}) {
      if (!runtime_) runtime_ = dlopen(fmt::format("libcudart.so.{}", version).c_str(), RTLD_NOW);
    }
    for (const char* version : {"13", "12", "11"}) {
      if (!blas_) blas_ = dlopen(fmt::format("libcublas.so.{}", version).c_str(), RTLD_NOW);
    }
    if (!runtime_ || !blas_) throw Skipped("cuBLAS is not installed");
    malloc_ = find<Malloc>(runtime_, "cudaMalloc");
    copy_ = find<Copy>(runtime_, "cudaMemcpy");
    record_ = find<Record>(runtime_, "cudaEventRecord");
    wait_ = find<Wait>(runtime_, "cudaEventSynchronize");
    elapsed_ = find<Elapsed>(runtime_, "cudaEventElapsedTime");
    sgemm_ = find<Sgemm>(blas_, "cublasSgemm_v2");
    if (find<Create>(blas_, "cublasCreate_v2")(&handle_) != 0) throw Skipped("cuBLAS has no GPU");
    constexpr int kDefaultMath = 0, kTf32Math = 3;
    check(find<SetMode>(blas_, "cublasSetMathMode")(handle_, tf32 ? kTf32Math : kDefaultMath));
    for (void** event : {&start_, &end_}) check(find<Create>(runtime_, "cudaEventCreate")(event));
    poison(result_);
    upload(problem.input("A"), &a_);
    upload(problem.input("B"), &b_);
    upload(result_, &c_);
  }

  double once() {
    // Column-major, so the row-major product is that of the transposed operands, swapped.
    const float one = 1.0f, zero = 0.0f;
    const int m = as_int(shape_.m), n = as_int(shape_.n), k = as_int(shape_.k);
    float ms = 0;
    check(record_(start_, nullptr));
    check(sgemm_(handle_, 0, 0, n, m, k, &one, b_, n, a_, k, &zero, c_, n));
    check(record_(end_, nullptr));
    check(wait_(end_));
    check(elapsed_(&ms, start_, end_));
    return ms;
  }

  Array result() {
    constexpr int kDeviceToHost = 2;
    check(copy_(result_.bytes.data(), c_, result_.bytes.size(), kDeviceToHost));
    return result_;
  }

 private:
  using Malloc = int (*)(void**, std::size_t);
  using Copy = int (*)(void*, const void*, std::size_t, int);
  using Create = int (*)(void**);
  using Record = int (*)(void*, void*);
  using Wait = int (*)(void*);
  using Elapsed = int (*)(float*, void*, void*);
  using SetMode = int (*)(void*, int);
  using Sgemm = int (*)(void*, int, int, int, int, int, const float*, const void*, int, const void*,
                        int, const float*, void*, int);

  template <typename Function>
  static Function find(void* library, const char* name) {
    const auto function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function) throw Error(fmt::format("the cuBLAS peer has no {}", name));
    return function;
  }
  static void check(int status) {
    if (status != 0) throw Error(fmt::format("the cuBLAS peer failed with status {}", status));
  }
  void upload(const Array& array, void** to) {
    constexpr int kHostToDevice = 1;
    check(malloc_(to, array.bytes.size()));
    check(copy_(*to, array.bytes.data(), array.bytes.size(), kHostToDevice));
  }

  Shape shape_;
  Array result_;
  void *runtime_ = nullptr, *blas_ = nullptr, *handle_ = nullptr, *start_ = nullptr,
       *end_ = nullptr;
  void *a_ = nullptr, *b_ = nullptr, *c_ = nullptr;  // freed with the process
  Malloc malloc_ = nullptr;
  Copy copy_ = nullptr;
  Record record_ = nullptr;
  Wait wait_ = nullptr;
  Elapsed elapsed_ = nullptr;
  Sgemm sgemm_ = nullptr;
};

void add_cublas(const Session& session, const Problem& problem, bool tf32,
                std::vector<Peer>& peers) {
  if (!session.facts().nvidia) return;
  std::shared_ptr<Cublas> cublas;
  try {
    cublas = std::make_shared<Cublas>(problem, tf32);
  } catch (const Skipped&) {
    return;
  }
  peers.push_back({tf32 ? "cuBLAS TF32" : "cuBLAS fp32", "device",
                   [cublas] { return cublas->once(); },
                   [cublas] { return std::vector<Array>{cublas->result()}; }});
}

std::vector<Peer> gemm_peers(Session& session, const Problem& problem, double operand_rounding) {
  std::vector<Peer> peers;
  add_openblas(problem, peers);
  add_clblast(session, problem, peers);
  constexpr double kTf32Rounding = 0x1p-11;
  add_cublas(session, problem, operand_rounding >= kTf32Rounding, peers);
  return peers;
}

}  // namespace

Work gemm_work(const Size& size) {
  const double m = double(size.at(0)), n = double(size.at(1)), k = double(size.at(2));
  return {2 * m * n * k, 4 * (m * k + k * n + m * n)};
}

std::vector<Size> gemm_test_sizes() {
  std::vector<Size> sizes;
  for (const std::size_t n : {1, 15, 16, 17, 33, 100, 257}) sizes.push_back({n, n, n});
  for (const Size& size : {Size{1, 64, 7}, Size{64, 1, 33}, Size{31, 47, 1}, Size{128, 65, 17},
                           Size{7, 200, 64}, Size{65, 16, 130}}) {
    sizes.push_back(size);
  }
  return sizes;
}

Experiment gemm(double operand_rounding) {
  Experiment experiment;
  experiment.name = "gemm";
  experiment.dimensions = {"M", "N", "K"};
  experiment.make = make_gemm;
  experiment.reference = [=](const Problem& problem, std::size_t) {
    return gemm_reference(problem, operand_rounding);
  };
  experiment.check = [=](const Problem& problem, const std::vector<Array>& outputs) {
    return gemm_check(problem, outputs, operand_rounding);
  };
  experiment.work = gemm_work;
  experiment.peers = [=](Session& session, const Problem& problem) {
    return gemm_peers(session, problem, operand_rounding);
  };
  experiment.default_size = {256, 256, 256};
  experiment.gpu_size = {4096, 4096, 4096};
  experiment.lens_size = {64, 64, 64};
  experiment.race_sizes = {{7, 7, 7}, {16, 16, 16}, {17, 18, 35}};
  experiment.test_sizes = gemm_test_sizes();
  return experiment;
}

}  // namespace wb
