// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

enum class Second { kNone, kAny, kOneToTwo };  // what the second argument is, if there is one

struct Function {
  const char *name, *op;
  double bound;  ///< ulp that the standard allows (full profile); unbounded: the implementation's
  double (*exact)(double x, double y);
  Second second = Second::kNone;
  double most = kUnbounded;   ///< the largest |x| that the bound holds for
  double below = kUnbounded;  ///< only |x| below this is counted
  const char* options = "";   ///< more build options
};

// <functions>
const std::vector<Function>& functions() {
  static const auto quotient = [](double x, double y) { return x / y; };
  static const auto inverse = [](double x, double) { return 1 / x; };
  static const auto root = [](double x, double) { return std::sqrt(x); };
  static const auto inverse_root = [](double x, double) { return 1 / std::sqrt(x); };
  static const auto exponential = [](double x, double) { return std::exp(x); };
  static const auto logarithm = [](double x, double) { return std::log(x); };
  static const auto sine = [](double x, double) { return std::sin(x); };
  static const auto power = [](double x, double y) { return std::pow(x, y); };
  static const auto positive_power = [](double x, double y) {
    return x < 0 ? std::numeric_limits<double>::quiet_NaN() : std::pow(x, y);
  };
  static constexpr double kHalf = 8192;
  static const std::vector<Function> functions = {
      {"divide", "divide", 2.5, quotient, Second::kAny},
      {"divide, rounded", "divide", 0.5, quotient, Second::kAny, kUnbounded, kUnbounded,
       kRoundedOption},
      {"half_divide", "half_divide", kHalf, quotient, Second::kAny},
      {"native_divide", "native_divide", kUnbounded, quotient, Second::kAny},
      {"x * (1 / y)", "by_reciprocal", kUnbounded, quotient, Second::kAny},
      {"half_recip", "half_recip", kHalf, inverse},
      {"native_recip", "native_recip", kUnbounded, inverse},
      {"sqrt", "sqrt", 3, root},
      {"sqrt, rounded", "sqrt", 0.5, root, Second::kNone, kUnbounded, kUnbounded, kRoundedOption},
      {"half_sqrt", "half_sqrt", kHalf, root},
      {"native_sqrt", "native_sqrt", kUnbounded, root},
      {"rsqrt", "rsqrt", 2, inverse_root},
      {"half_rsqrt", "half_rsqrt", kHalf, inverse_root},
      {"native_rsqrt", "native_rsqrt", kUnbounded, inverse_root},
      {"exp", "exp", 3, exponential},
      {"half_exp", "half_exp", kHalf, exponential},
      {"native_exp", "native_exp", kUnbounded, exponential},
      {"log", "log", 3, logarithm},
      {"half_log", "half_log", kHalf, logarithm},
      {"native_log", "native_log", kUnbounded, logarithm},
      {"sin", "sin", 4, sine},
      {"half_sin", "half_sin", kHalf, sine, Second::kNone, 0x1p16},
      {"native_sin", "native_sin", kUnbounded, sine},
      {"sin, |x| < 4", "sin", 4, sine, Second::kNone, kUnbounded, 4},
      {"native_sin, |x| < 4", "native_sin", kUnbounded, sine, Second::kNone, kUnbounded, 4},
      {"pow", "pow", 16, power, Second::kOneToTwo},
      {"half_powr", "half_powr", kHalf, positive_power, Second::kOneToTwo},
      {"native_powr", "native_powr", kUnbounded, positive_power, Second::kOneToTwo}};
  return functions;
}
// </functions>

const Function& function_of(const std::string& name) {
  for (const Function& function : functions()) {
    if (name == function.name) return function;
  }
  throw wb::Error("no function " + name);
}

struct Arguments {
  float x, y;
};

Arguments arguments_at(const Function& function, std::uint32_t bits) {
  std::uint32_t other = (bits ^ bits >> 15) * 0x9E3779B1u;  // as accuracy.cl has it
  if (function.second == Second::kOneToTwo) other = (other & 0x007fffff) | 0x3f800000;
  return {std::bit_cast<float>(bits), std::bit_cast<float>(other)};
}

bool subnormal(double value) {
  return value != 0 && std::abs(value) < 0x1p-126;
}

// <classes>
enum class Kind { kOrdinary, kSpecial, kSubnormal };

// What a comparison in ulp says something about, and what has to be counted apart.
Kind kind_of(const Function& function, const Arguments& at, double exact) {
  const bool two = function.second != Second::kNone;
  if (subnormal(at.x) || (two && subnormal(at.y)) || subnormal(exact)) return Kind::kSubnormal;
  const bool finite = std::isfinite(at.x) && (!two || std::isfinite(at.y)) && std::isfinite(exact);
  return finite && std::abs(exact) < 0x1p128 ? Kind::kOrdinary : Kind::kSpecial;
}
// </classes>

}  // namespace

// <ordinal>
double ordinal(double value) {
  constexpr double kInfinity = 0x7f800000;
  if (std::isnan(value)) return kNotANumber;
  const double magnitude = std::abs(value);
  if (magnitude >= 0x1p128) return std::copysign(kInfinity, value);
  const int exponent = std::max(magnitude == 0 ? -126 : std::ilogb(magnitude), -126);
  return std::copysign(0x1p23 * (exponent + 126) + std::ldexp(magnitude, 23 - exponent), value);
}
// </ordinal>

std::uint32_t stride_of(std::size_t n) {
  const std::uint64_t stride = (std::uint64_t{1} << 32) / std::max<std::size_t>(n, 1);
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(stride - 1, 1) | 1u);
}

wb::Experiment accuracy() {
  wb::Experiment experiment;
  experiment.name = "ulp";
  experiment.dimensions = {"n"};
  experiment.make = [](const wb::Size& size, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.outputs = {wb::Array("place", wb::Type::kInt, {size.at(0)})};
    return problem;
  };
  experiment.work = [](const wb::Size& size) -> wb::Work { return {0, 4.0 * double(size[0])}; };
  for (const Function& function : functions()) {
    const char* y = function.second == Second::kOneToTwo ? "ONE_TO_TWO" : "ANY";
    const std::string options = fmt::format("-DOP={} -DAPPLY={} -DY={}", function.op,
                                            function.second == Second::kNone ? "ONE" : "TWO", y) +
                                function.options;
    experiment.variants.push_back(
        {.name = function.name,
         .idea = "at bit patterns spread over all floats",
         .plan = [options](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
           return {{{.kernel = "16_arithmetic/accuracy.cl",
                     .entry = "evaluate",
                     .options = options,
                     .args = {cl_uint(as_int(size[0])), cl_uint(0), stride_of(size[0]), "place"},
                     .global = cl::NDRange(round_up(size[0], kLocal)),
                     .local = cl::NDRange(kLocal)}}};
         },
         .needs = *function.options ? needs_rounding : nullptr,
         .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
           return {{"global_store_sectors", 4.0 * double(size[0]) / model.sector_bytes},
                   {"global_store_excess", 1},
                   {"global_load_sectors", 0}};
         },
         // <reference>
         .reference =
             [&function](const wb::Problem& problem, std::size_t) {
               const std::size_t n = problem.size[0];
               wb::Expected expected{std::vector<double>(n), std::vector<double>(n), 1};
               wb::parallel_for(n, [&](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i) {
                   const auto bits = static_cast<std::uint32_t>(i) * stride_of(n);
                   const Arguments at = arguments_at(function, bits);
                   const double exact = function.exact(at.x, at.y);
                   // Subnormals may be flushed; half_ may do as it likes with special values.
                   const Kind kind = kind_of(function, at, exact);
                   const bool free = kind == Kind::kSubnormal || std::abs(at.x) > function.most ||
                                     (kind == Kind::kSpecial && function.bound > 16);
                   expected.value[i] = ordinal(exact);
                   expected.scale[i] = free ? kUnbounded : function.bound;
                 }
               });
               return expected;
             }});
    // </reference>
    if (*function.options) experiment.variants.back().exempt = {{"lens", kNoRounding}};
  }
  experiment.default_size = {1 << 20};
  experiment.gpu_size = {1 << 24};
  experiment.lens_size = {64};
  experiment.race_sizes = {{1}, {65}};
  experiment.test_sizes = {{1}, {63}, {4097}, {65537}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

// <count>
void count_ulps(const std::string& variant, std::uint32_t begin, std::uint32_t stride,
                std::span<const std::int32_t> ordinals, UlpCount& into) {
  const Function& function = function_of(variant);
  std::mutex mutex;
  wb::parallel_for(ordinals.size(), [&](std::size_t first, std::size_t end) {
    UlpCount mine;
    for (std::size_t i = first; i < end; ++i) {
      const Arguments at = arguments_at(function, begin + static_cast<std::uint32_t>(i) * stride);
      if (!(std::abs(at.x) < function.below) && function.below < kUnbounded) continue;
      const double exact = function.exact(at.x, at.y);
      const double error = std::abs(double(ordinals[i]) - ordinal(exact));
      const Kind kind = kind_of(function, at, exact);
      if (kind == Kind::kSpecial) {
        ++mine.special;
        mine.special_wrong += error > 0.5;
      } else if (kind == Kind::kSubnormal) {
        ++mine.subnormal;
        mine.subnormal_wrong += error > std::max(4.0, std::min(function.bound, 16.0));
      } else if (double(ordinals[i]) == kNotANumber) {
        ++mine.no_number;
      } else {
        ++mine.ordinary;
        mine.sum += error;
        const double result =
            std::copysign(double(std::bit_cast<float>(std::abs(ordinals[i]))), double(ordinals[i]));
        mine.worst_absolute = std::max(mine.worst_absolute, std::abs(result - exact));
        if (error > mine.worst) {
          mine.worst = error;
          mine.worst_x = at.x;
          mine.worst_y = at.y;
        }
      }
    }
    // </count>
    const std::lock_guard lock(mutex);
    if (mine.worst > into.worst) {
      into.worst = mine.worst;
      into.worst_x = mine.worst_x;
      into.worst_y = mine.worst_y;
    }
    into.worst_absolute = std::max(into.worst_absolute, mine.worst_absolute);
    into.sum += mine.sum;
    into.ordinary += mine.ordinary;
    into.no_number += mine.no_number;
    into.special += mine.special;
    into.special_wrong += mine.special_wrong;
    into.subnormal += mine.subnormal;
    into.subnormal_wrong += mine.subnormal_wrong;
  });
}

void report_accuracy(wb::Chapter& chapter, const wb::Experiment& experiment) {
  const auto ulps = [](double value) {
    return value < 1e5 ? wb::three_digits(value) : fmt::format("{:.1e}", value);
  };
  wb::Progress progress("counting units in the last place");
  wb::Table table({"function", "worst ulp", "allowed", "mean ulp", "worst at x =", "y =",
                   "NaN instead", "special values wrong", "subnormals lost"});
  for (wb::Row& row : chapter.document().rows) {
    if (row.experiment != experiment.name) continue;
    if (row.status != "ok") {
      table.add({row.variant, row.status});
      continue;
    }
    progress.step(row.variant);
    const Function& function = function_of(row.variant);
    wb::PreparedProblem prepared(experiment, row.size, wb::DataKind::kUniform, 1);
    wb::LoadedVariant loaded(chapter.session(), prepared, *experiment.find(row.variant));
    loaded.enqueue();
    std::vector<wb::Array> outputs;
    prepared.judge_raw(loaded.raw_outputs(), true, loaded.variant(), &outputs);
    UlpCount count;
    count_ulps(row.variant, 0, stride_of(row.size[0]), outputs[0].as<std::int32_t>(), count);
    const bool two = function.second != Second::kNone;
    const auto share = [](std::uint64_t part, std::uint64_t all) {
      return all == 0 ? 0 : 100 * double(part) / double(all);
    };
    const double none = share(count.no_number, count.no_number + count.ordinary);
    const double special = share(count.special_wrong, count.special);
    const double lost = share(count.subnormal_wrong, count.subnormal);
    const std::string allowed =
        std::isfinite(function.bound) ? fmt::format("{:g}", function.bound) : "no bound";
    row.extra["ulp"] = {{"worst", count.worst},
                        {"mean", count.mean()},
                        {"worst_absolute", count.worst_absolute},
                        {"allowed", allowed},
                        {"worst_x", fmt::format("{:.6g}", count.worst_x)},
                        {"worst_y", two ? fmt::format("{:.6g}", count.worst_y) : ""},
                        {"no_number", none},
                        {"special_wrong", special},
                        {"subnormal_wrong", lost}};
    table.add({row.variant, ulps(count.worst), allowed, ulps(count.mean()),
               fmt::format("{:.6g}", count.worst_x),
               two ? fmt::format("{:.6g}", count.worst_y) : "", fmt::format("{:.2g}%", none),
               fmt::format("{:.2g}%", special), fmt::format("{:.2g}%", lost)});
  }
  chapter.print("\n{}", table.str());
  if (chapter.options().lens) chapter.report(experiment);
}

}  // namespace chapters
