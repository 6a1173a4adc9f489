// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>
#include "wb/opencl.hpp"

namespace wb {

enum class Type { kFloat, kDouble, kInt, kUint, kUchar, kLong, kUlong, kUshort };
std::size_t bytes_of(Type type);
template <class T>
constexpr Type type_of();

/// A named array on the host: what a kernel reads, or what it wrote.
struct Array {
  std::string name;
  Type type = Type::kFloat;
  std::vector<std::size_t> shape;  ///< row-major; the last dimension is contiguous
  std::vector<std::byte> bytes;
  cl_mem_flags flags = CL_MEM_READ_ONLY;  ///< of the device buffer that holds it

  Array() = default;
  Array(std::string name, Type type, std::vector<std::size_t> shape,
        cl_mem_flags flags = CL_MEM_READ_ONLY);
  std::size_t count() const;
  template <class T>
  std::span<T> as();
  template <class T>
  std::span<const T> as() const;
  double value(std::size_t i) const;  ///< element i, whatever the type
};

/// How an input is filled. Integers make float sums exact; special values are NaN, infinities,
/// signed zeros and subnormals, one element in sixteen.
enum class DataKind { kIntegers, kUniform, kSpecial };
DataKind parse_data_kind(const std::string& name);  ///< "integers", "uniform", "special"

/// Fills by hashing (seed, position): the same on every machine and for every thread count, and
/// different at every position. Floats: uniform in [-1, 1), or integers in [-3, 3].
void fill(Array& array, DataKind kind, std::uint64_t seed);
/// The hash behind it: 64 well-mixed bits for a position.
std::uint64_t mix(std::uint64_t seed, std::uint64_t position);

/// Output buffers hold this before a kernel runs: a NaN with a payload that arithmetic does not
/// make, or 0xA5 bytes. An element that still holds it was never written.
void poison(Array& array);
bool is_poison(const Array& array, std::size_t i);

/// Runs body(begin, end) over [0, count) on all cores.
void parallel_for(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body);

// clang-format off
template <> constexpr Type type_of<float>() { return Type::kFloat; }
template <> constexpr Type type_of<double>() { return Type::kDouble; }
template <> constexpr Type type_of<std::int32_t>() { return Type::kInt; }
template <> constexpr Type type_of<std::uint32_t>() { return Type::kUint; }
template <> constexpr Type type_of<std::uint8_t>() { return Type::kUchar; }
template <> constexpr Type type_of<std::int64_t>() { return Type::kLong; }
template <> constexpr Type type_of<std::uint64_t>() { return Type::kUlong; }
template <> constexpr Type type_of<std::uint16_t>() { return Type::kUshort; }
// clang-format on

template <class T>
std::span<T> Array::as() {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <class T>
std::span<const T> Array::as() const {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace wb
