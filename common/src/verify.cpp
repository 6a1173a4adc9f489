// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/verify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

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

Verdict compare(const Array& got, const Expected& expected) {
  const std::size_t count = got.count();
  if (expected.value.size() != count ||
      (!expected.scale.empty() && expected.scale.size() != count)) {
    throw Error(fmt::format("{}: the reference has {} elements, the output {}", got.name,
                            expected.value.size(), count));
  }
  constexpr double kTiny = 0x1p-126 / 0x1p-24;  // so that tolerance * kTiny is 2^-126 a rounding
  Verdict verdict;
  for (std::size_t i = 0; i < count; ++i) {
    const double is = got.value(i), should = expected.value[i];
    bool same = false;
    if (std::isnan(should) || std::isinf(should) || std::isnan(is) || std::isinf(is)) {
      same = (std::isnan(should) && std::isnan(is) && !is_poison(got, i)) || should == is;
    } else {
      const double scale = expected.scale.empty() ? std::abs(should) : expected.scale[i];
      const double error = std::abs(is - should);
      // Subnormal results may be flushed to zero, once a rounding: 2^-126 each. (A scale of NaN or
      // infinity comes from special inputs; such an element has no bound to keep.)
      same = error == 0 || error <= expected.tolerance * (scale + kTiny);
      if (error > 0) {
        const double unit = std::isfinite(scale) ? scale + kTiny : 1;
        verdict.max_relative_error = std::max(verdict.max_relative_error, error / unit);
      }
    }
    if (same) continue;
    ++verdict.faults;
    if (verdict.first.size() < 5) {
      verdict.first.push_back(
          {i, element_name(got, i), is, should, is_poison(got, i) ? "never written" : ""});
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
