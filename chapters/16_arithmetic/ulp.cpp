// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Every float there is: all 2^32 bit patterns through one function, against double.
//   text      book/16_arithmetic.md          kernel  kernels/16_arithmetic/accuracy.cl
//   build/bin/16_arithmetic_ulp native_exp           a name of the accuracy table
//   build/bin/16_arithmetic_ulp native_exp 4099      every 4099th pattern only
#include <charconv>
#include <cstring>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"

namespace {

constexpr std::uint64_t kPatterns = std::uint64_t{1} << 32, kChunk = std::uint64_t{1} << 24;

void count(wb::Session& session, const wb::Variant& variant, std::uint32_t stride) {
  const wb::Launch launch = variant.plan({1}, session.facts()).launches.at(0);
  cl::Kernel kernel = session.kernel(launch.kernel, launch.entry, launch.options);
  const cl::Buffer out(session.context(), CL_MEM_WRITE_ONLY, kChunk * sizeof(cl_int));
  std::vector<std::int32_t> places(kChunk);
  chapters::UlpCount count;
  wb::Progress progress("counting " + variant.name);
  for (std::uint64_t first = 0; first < kPatterns; first += kChunk * stride) {
    const std::uint64_t left = (kPatterns - first + stride - 1) / stride;
    const auto n = static_cast<cl_uint>(std::min(kChunk, left));
    kernel.setArg(0, n);
    kernel.setArg(1, static_cast<cl_uint>(first));
    kernel.setArg(2, stride);
    kernel.setArg(3, out);
    session.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(wb::round_up(n, 64)),
                                         cl::NDRange(64));
    session.queue().enqueueReadBuffer(out, CL_TRUE, 0, n * sizeof(cl_int), places.data());
    chapters::count_ulps(variant.name, static_cast<std::uint32_t>(first), stride,
                         {places.data(), n}, count);
    progress.step(fmt::format("{:.0f}%", 100.0 * double(first) / double(kPatterns)));
  }
  fmt::print("{} on {}\n", variant.name, session.facts().name);
  fmt::print("ordinary results   {:>12}  worst {:.4g} ulp at x = {:.9g}, y = {:.9g}; mean {:.4g}\n",
             count.ordinary, count.worst, count.worst_x, count.worst_y, count.mean());
  fmt::print("                   worst absolute error {:.4g}\n", count.worst_absolute);
  fmt::print("NaN instead        {:>12}\n", count.no_number);
  fmt::print("special values     {:>12}  wrong {}\n", count.special, count.special_wrong);
  fmt::print("subnormals         {:>12}  lost  {}\n", count.subnormal, count.subnormal_wrong);
}

}  // namespace

int main(int argc, char** argv) {
  const wb::Experiment accuracy = chapters::accuracy();
  const wb::Variant* variant = argc > 1 ? accuracy.find(argv[1]) : nullptr;
  std::uint32_t stride = 1;
  const char* end = argc > 2 ? argv[2] + std::strlen(argv[2]) : nullptr;
  const bool read = argc < 3 || std::from_chars(argv[2], end, stride).ptr == end;
  if (variant == nullptr || !read || stride == 0 || argc > 3) {
    fmt::print(stderr, "usage: 16_arithmetic_ulp FUNCTION [every so many patterns]\nfunctions:\n");
    for (const wb::Variant& each : accuracy.variants) fmt::print(stderr, "  {}\n", each.name);
    return static_cast<int>(wb::ExitCode::kUsage);
  }
  try {
    wb::Session session("");
    count(session, *variant, stride);
    return 0;
  } catch (const wb::Error& error) {
    fmt::print(stderr, "16_arithmetic_ulp: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const cl::Error& error) {
    fmt::print(stderr, "16_arithmetic_ulp: {} failed: {}\n", error.what(),
               wb::cl_error_name(error.err()));
    return static_cast<int>(wb::ExitCode::kEnvironment);
  }
}
