// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <thread>

#include "wb/error.hpp"

namespace wb {
namespace {

// Quiet NaNs whose payload no arithmetic produces.
constexpr std::uint32_t kPoisonFloat = 0x7fc0dead;
constexpr std::uint64_t kPoisonDouble = 0x7ff80000deadbeef;
constexpr unsigned char kPoisonByte = 0xA5;

template <class F>
void fill_real(std::span<F> out, DataKind kind, std::uint64_t seed) {
  static constexpr F kInfinity = std::numeric_limits<F>::infinity();
  static constexpr F kSpecial[] = {
      std::numeric_limits<F>::quiet_NaN(), kInfinity, -kInfinity, F(0), -F(0),
      std::numeric_limits<F>::denorm_min()};
  parallel_for(out.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t bits = mix(seed, i);
      if (kind == DataKind::kIntegers) {
        out[i] = static_cast<F>(static_cast<int>(bits % 7) - 3);
      } else if (kind == DataKind::kSpecial && (bits & 15) == 0) {
        out[i] = kSpecial[(bits >> 8) % std::size(kSpecial)];
      } else {  // 24 random bits: every value is exact in single precision
        out[i] = static_cast<F>(static_cast<double>(bits >> 40) * 0x1p-23 - 1.0);
      }
    }
  });
}

template <class I>
void fill_integer(std::span<I> out, DataKind kind, std::uint64_t seed) {
  parallel_for(out.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t bits = mix(seed, i);
      const auto small = static_cast<int>(bits % 7) - (std::is_signed_v<I> ? 3 : 0);
      out[i] = kind == DataKind::kIntegers ? static_cast<I>(small) : static_cast<I>(bits >> 32);
    }
  });
}

// Calls f with a value of the C++ type that `type` names.
template <class F>
decltype(auto) with_type(Type type, F&& f) {
  switch (type) {
    case Type::kFloat:
      return f(float{});
    case Type::kDouble:
      return f(double{});
    case Type::kInt:
      return f(std::int32_t{});
    case Type::kUint:
      return f(std::uint32_t{});
    case Type::kUchar:
      return f(std::uint8_t{});
    case Type::kLong:
      return f(std::int64_t{});
    case Type::kUlong:
      return f(std::uint64_t{});
    case Type::kUshort:
      return f(std::uint16_t{});
  }
  throw Error("unknown element type");
}

}  // namespace

std::size_t bytes_of(Type type) {
  return with_type(type, [](auto v) { return sizeof(v); });
}

Array::Array(std::string array_name, Type array_type, std::vector<std::size_t> array_shape,
             cl_mem_flags array_flags)
    : name(std::move(array_name)),
      type(array_type),
      shape(std::move(array_shape)),
      flags(array_flags) {
  bytes.resize(count() * bytes_of(type));
}

std::size_t Array::count() const {
  std::size_t product = 1;
  for (const std::size_t extent : shape) product *= extent;
  return product;
}

double Array::value(std::size_t i) const {
  return with_type(type, [&](auto v) {
    std::memcpy(&v, bytes.data() + i * sizeof(v), sizeof(v));
    return static_cast<double>(v);
  });
}

DataKind parse_data_kind(const std::string& name) {
  if (name == "integers") return DataKind::kIntegers;
  if (name == "uniform") return DataKind::kUniform;
  if (name == "special") return DataKind::kSpecial;
  throw UsageError("--data is integers, uniform or special, not " + name);
}

// The finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators).
std::uint64_t mix(std::uint64_t seed, std::uint64_t position) {
  std::uint64_t z = seed * 0xD1B54A32D192ED03u + (position + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void fill(Array& array, DataKind kind, std::uint64_t seed) {
  with_type(array.type, [&](auto v) {
    using T = decltype(v);
    if constexpr (std::is_floating_point_v<T>) {
      fill_real<T>(array.as<T>(), kind, seed);
    } else {
      fill_integer<T>(array.as<T>(), kind, seed);
    }
  });
}

void poison(Array& array) {
  if (array.type == Type::kFloat) {
    std::ranges::fill(array.as<std::uint32_t>(), kPoisonFloat);
  } else if (array.type == Type::kDouble) {
    std::ranges::fill(array.as<std::uint64_t>(), kPoisonDouble);
  } else {
    std::ranges::fill(array.bytes, std::byte{kPoisonByte});
  }
}

bool is_poison(const Array& array, std::size_t i) {
  if (array.type == Type::kFloat) return array.as<std::uint32_t>()[i] == kPoisonFloat;
  if (array.type == Type::kDouble) return array.as<std::uint64_t>()[i] == kPoisonDouble;
  const std::size_t size = bytes_of(array.type);
  return std::all_of(array.bytes.begin() + i * size, array.bytes.begin() + (i + 1) * size,
                     [](std::byte b) { return b == std::byte{kPoisonByte}; });
}

void parallel_for(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body) {
  constexpr std::size_t kSerialBelow = 1u << 14;
  const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
  if (count < kSerialBelow || workers == 1) {
    if (count > 0) body(0, count);
    return;
  }
  std::vector<std::jthread> threads;
  for (std::size_t w = 0; w < workers; ++w) {
    const std::size_t begin = count * w / workers, end = count * (w + 1) / workers;
    threads.emplace_back([&body, begin, end] { body(begin, end); });
  }
}

}  // namespace wb
