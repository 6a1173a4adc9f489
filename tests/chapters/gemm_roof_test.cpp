// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The packing kernels of chapter 12 on any device: what the matrix units would find where.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "wb/data.hpp"
#include "wb/session.hpp"

namespace {

wb::Session& session() {
  static wb::Session one;
  return one;
}

constexpr std::size_t kDepth = 32;

// Runs one packing kernel over `in`; `tiles` gives the size of its range in rows and tiles of k.
std::vector<float> pack(const std::string& file, const std::string& entry, std::size_t tile_rows,
                        int first, int second, const std::vector<float>& in, std::size_t rows,
                        std::size_t k_tiles, std::size_t parts) {
  cl::Kernel kernel = session().kernel(file, entry, "-DROWS=" + std::to_string(tile_rows));
  const std::size_t count = parts * rows * k_tiles * kDepth;
  cl::Buffer from(session().context(), CL_MEM_READ_ONLY, in.size() * sizeof(float));
  cl::Buffer to(session().context(), CL_MEM_READ_WRITE, count * sizeof(float));
  cl::CommandQueue& queue = session().queue();
  queue.enqueueWriteBuffer(from, CL_TRUE, 0, in.size() * sizeof(float), in.data());
  queue.enqueueFillBuffer(to, std::numeric_limits<float>::quiet_NaN(), 0, count * sizeof(float));
  kernel.setArg(0, first);
  kernel.setArg(1, second);
  kernel.setArg(2, from);
  kernel.setArg(3, to);
  if (entry == "pack_rows") {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(k_tiles * 8, rows),
                               cl::NDRange(8, 32));
  } else {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(rows, k_tiles * 8),
                               cl::NDRange(32, 8));
  }
  std::vector<float> out(count);
  queue.enqueueReadBuffer(to, CL_TRUE, 0, count * sizeof(float), out.data());
  return out;
}

// To the nearest number with 10 bits of mantissa, halves away from zero: another way than the
// kernel's.
float rounded(float x) {
  if (!std::isfinite(x) || x == 0) return x;
  int exponent = 0;
  const double mantissa = std::frexp(double(x), &exponent);
  return static_cast<float>(std::ldexp(std::round(std::ldexp(mantissa, 11)), exponent - 11));
}

// Where the swizzle of 128 bytes puts element (row, k): 16-byte pieces, xor with the row.
std::size_t place(std::size_t row, std::size_t k, std::size_t tile_rows, std::size_t k_tiles,
                  std::size_t parts) {
  const std::size_t tile = row / tile_rows * k_tiles + k / kDepth;
  const std::size_t piece = (k % kDepth / 4) ^ (row % 8);
  return tile * parts * tile_rows * kDepth + row % tile_rows * kDepth + piece * 4 + k % 4;
}

class Packing : public testing::TestWithParam<const char*> {};

TEST_P(Packing, PutsEveryElementWhereTheUnitReadsIt) {
  const bool turned = std::string(GetParam()) == "pack_columns";
  const std::size_t rows = 131, k = 37, padded = 256, k_tiles = 2;
  wb::Array a("A", wb::Type::kFloat, {rows * k});
  wb::fill(a, wb::DataKind::kUniform, 5);
  const std::vector<float> in(a.as<float>().begin(), a.as<float>().end());
  const auto element = [&](std::size_t r, std::size_t p) {
    if (r >= rows || p >= k) return 0.0f;
    return turned ? in[p * rows + r] : in[r * k + p];
  };
  for (const std::size_t parts : {1, 2}) {
    const std::string file =
        parts == 1 ? "12_gemm_roof/pack_tf32.cl" : "12_gemm_roof/pack_tf32x3.cl";
    const auto out = pack(file, GetParam(), 128, static_cast<int>(turned ? k : rows),
                          static_cast<int>(turned ? rows : k), in, padded, k_tiles, parts);
    for (std::size_t r = 0; r < padded; ++r) {
      for (std::size_t p = 0; p < k_tiles * kDepth; ++p) {
        const float x = element(r, p), big = rounded(x);
        const std::size_t at = place(r, p, 128, k_tiles, parts);
        ASSERT_EQ(out[at], big) << file << " row " << r << " k " << p;
        if (parts == 1) continue;
        const float small = out[at + 128 * kDepth];
        ASSERT_EQ(small, rounded(x - big)) << "row " << r << " k " << p;
        ASSERT_LE(std::abs(double(x) - double(big) - double(small)), std::abs(x) * 0x1p-21);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BothOperands, Packing, testing::Values("pack_rows", "pack_columns"));

TEST(Packing, KeepsWhatIsNotFinite) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float largest_nan = std::bit_cast<float>(0x7fffffffu);
  std::vector<float> in(32, 0.0f);
  in[0] = infinity, in[1] = -infinity, in[2] = largest_nan, in[3] = -largest_nan;
  const auto out = pack("12_gemm_roof/pack_tf32.cl", "pack_rows", 128, 1, 32, in, 128, 1, 1);
  EXPECT_EQ(out[0], infinity);
  EXPECT_EQ(out[1], -infinity);
  EXPECT_TRUE(std::isnan(out[2]));
  EXPECT_TRUE(std::isnan(out[3]));
}

}  // namespace
