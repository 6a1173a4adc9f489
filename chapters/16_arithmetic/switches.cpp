// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/table.hpp"

namespace chapters {
namespace {

// The same bits, or both not a number.
bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

// <switches>
constexpr const char* kSwitches[] = {"",
                                     "-cl-mad-enable",
                                     "-cl-no-signed-zeros",
                                     "-cl-denorms-are-zero",
                                     "-cl-single-precision-constant",
                                     "-cl-fp32-correctly-rounded-divide-sqrt",
                                     "-cl-finite-math-only",
                                     "-cl-unsafe-math-optimizations",
                                     "-cl-fast-relaxed-math"};
// </switches>

std::string value_text(float value) {
  return std::isnan(value) ? "NaN" : fmt::format("{:.9g}", value);
}

}  // namespace

const std::vector<std::string>& switch_names() {
  static const std::vector<std::string> names = {
      "isnan(NaN)",    "NaN != NaN", "isinf(inf)",        "inf - inf",   "NaN * 0", "1 / (-0 + 0)",
      "2^-140 * 2^24", "2^-140 * 1", "(2^24 + 1) - 2^24", "a * a - b",   "1 / 3",   "sqrt(3)",
      "exp(100)",      "sin(10^6)",  "0.1f * 0.1",        "fmax(NaN, 1)"};
  return names;
}

std::vector<SwitchResult> try_switches(wb::Session& session) {
  float input[] = {std::numeric_limits<float>::quiet_NaN(),
                   std::numeric_limits<float>::infinity(),
                   -0.0f,
                   0x1p-140f,
                   0x1p24f,
                   1,
                   3,
                   1 + 0x1p-12f,
                   100,
                   1e6f,
                   0.1f};
  const cl::Buffer in(session.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof input,
                      static_cast<void*>(input));
  std::vector<SwitchResult> results;
  for (const char* options : kSwitches) {
    SwitchResult result{options, "", std::vector<float>(switch_names().size())};
    const std::size_t bytes = result.values.size() * sizeof(float);
    try {
      cl::Kernel kernel = session.kernel("16_arithmetic/switches.cl", "probe", options);
      const cl::Buffer out(session.context(), CL_MEM_WRITE_ONLY, bytes);
      kernel.setArg(0, in);
      kernel.setArg(1, out);
      session.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
      session.queue().enqueueReadBuffer(out, CL_TRUE, 0, bytes, result.values.data());
    } catch (const wb::Error& error) {
      result.refused = error.what();
    }
    results.push_back(std::move(result));
  }
  return results;
}

void report_switches(wb::Chapter& chapter) {
  if (!chapter.options().only_variant.empty()) return;
  const std::vector<SwitchResult> results = try_switches(chapter.session());
  const SwitchResult& plain = results[0];
  chapter.print("\nWhat the plain build computes:\n");
  wb::Table values({"expression", "value"});
  for (std::size_t i = 0; i < switch_names().size(); ++i) {
    values.add({switch_names()[i], value_text(plain.values[i])});
  }
  chapter.print("{}", values.str());
  chapter.print("\nWhat each switch changes of it on this device:\n");
  for (const SwitchResult& result : results) {
    wb::Row row;
    row.experiment = "switches";
    row.variant = result.options.empty() ? "(none)" : result.options;
    row.status = result.refused.empty() ? "ok" : "skipped";
    row.reason = result.refused.empty() ? "" : "refused by this compiler";
    row.launches = {{.kernel = "16_arithmetic/switches.cl",
                     .entry = "probe",
                     .options = result.options,
                     .args = {},
                     .global = cl::NDRange(1),
                     .local = cl::NDRange(1)}};
    std::string changes;
    std::size_t count = 0;
    for (std::size_t i = 0; i < switch_names().size() && result.refused.empty(); ++i) {
      row.extra["values"][switch_names()[i]] = value_text(result.values[i]);
      if (same(result.values[i], plain.values[i])) continue;
      ++count;
      changes += fmt::format("{}{} = {}", changes.empty() ? "" : "; ", switch_names()[i],
                             value_text(result.values[i]));
    }
    if (!result.refused.empty()) changes = "refused by this compiler";
    if (changes.empty()) changes = &result == &plain ? "–" : "nothing here";
    row.extra["changes"] = changes;
    row.extra["changed"] = count;
    if (&result != &plain) chapter.print("  {:<40} {}\n", row.variant, changes);
    chapter.add(std::move(row));
  }
}

}  // namespace chapters
