// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/verify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "wb/error.hpp"

namespace wb {

std::string element_name(const Array& array, std::size_t i) {
  std::vector<std::size_t> index(array.shape.size());
  for (std::size_t d = array.shape.size(); d-- > 0;) {
    index[d] = i % array.shape[d];
    i /= array.shape[d];
  }
  std::string text = array.name;
  for (const std::size_t k : index) text += fmt::format("[{}]", k);
  return text;
}

bool is_right(const Array& got, std::size_t i, const Expected& expected,
              double* max_relative_error) {
  constexpr double kTiny = 0x1p-126 / 0x1p-24;  // so that tolerance * kTiny is 2^-126 a rounding
  const double is = got.value(i), should = expected.value[i];
  if (std::isnan(should) || std::isinf(should) || std::isnan(is) || std::isinf(is)) {
    return (std::isnan(should) && std::isnan(is) && !is_poison(got, i)) || should == is;
  }
  const double scale = expected.scale.empty() ? std::abs(should) : expected.scale[i];
  const double error = std::abs(is - should);
  if (error > 0 && max_relative_error) {
    const double unit = std::isfinite(scale) ? scale + kTiny : 1;
    *max_relative_error = std::max(*max_relative_error, error / unit);
  }
  // Subnormal results may be flushed to zero, once a rounding: 2^-126 each. (A scale of NaN or
  // infinity comes from special inputs; such an element has no bound to keep.)
  return error == 0 || error <= expected.tolerance * (scale + kTiny);
}

Verdict compare(const Array& got, const Expected& expected) {
  const std::size_t count = got.count();
  if (expected.value.size() != count ||
      (!expected.scale.empty() && expected.scale.size() != count)) {
    throw Error(fmt::format("{}: the reference has {} elements, the output {}", got.name,
                            expected.value.size(), count));
  }
  Verdict verdict;
  std::mutex merging;
  std::atomic<bool> all_right = true;
  parallel_for(count, [&](std::size_t begin, std::size_t end) {
    double largest = 0;
    for (std::size_t i = begin; i < end && all_right; ++i) {
      if (!is_right(got, i, expected, &largest)) all_right = false;
    }
    const std::lock_guard lock(merging);
    verdict.max_relative_error = std::max(verdict.max_relative_error, largest);
  });
  if (all_right) return verdict;
  verdict.max_relative_error = 0;  // something is wrong: name it, in order
  for (std::size_t i = 0; i < count; ++i) {
    if (is_right(got, i, expected, &verdict.max_relative_error)) continue;
    ++verdict.faults;
    if (verdict.first.size() < 5) {
      verdict.first.push_back({i, element_name(got, i), got.value(i), expected.value[i],
                               is_poison(got, i) ? "never written" : ""});
    }
  }
  verdict.ok = verdict.faults == 0;
  if (!verdict.ok) {
    verdict.message =
        fmt::format("{} of {} elements of {} are wrong", verdict.faults, count, got.name);
    for (const Fault& fault : verdict.first) {
      verdict.message +=
          fmt::format("\n  {}: got {:.9g}, expected {:.9g}{}{}", fault.where, fault.got,
                      fault.expected, fault.note.empty() ? "" : "  ", fault.note);
    }
    if (verdict.faults > verdict.first.size()) verdict.message += "\n  ...";
  }
  return verdict;
}

}  // namespace wb
