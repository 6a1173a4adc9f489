// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "02_vector_add/build_options.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "wb/table.hpp"

namespace chapters {
namespace {

// The same bits, or both not a number: a difference of one ulp is what this is about.
bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace

const std::vector<std::string>& probe_names() {
  static const std::vector<std::string> names = {"isnan(NaN)", "a*a - b", "(2^24+1)-2^24",
                                                 "x * 0.1", "1/3"};
  return names;
}

std::vector<ProbeResult> probe_build_options(wb::Session& session) {
  float input[] = {std::numeric_limits<float>::quiet_NaN(), 1 + 0x1p-12f, 0x1p24f, 1, 0.1f, 3};
  const cl::Buffer in(session.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof input,
                      static_cast<void*>(input));
  std::vector<ProbeResult> results;
  for (const char* options : {"", "-cl-mad-enable", "-cl-fast-relaxed-math",
                              "-cl-single-precision-constant", "-cl-opt-disable"}) {
    ProbeResult result{options, "", std::vector<float>(probe_names().size())};
    try {
      cl::Kernel kernel = session.kernel("02_vector_add/options.cl", "probe", options);
      const cl::Buffer out(session.context(), CL_MEM_WRITE_ONLY,
                           result.values.size() * sizeof(float));
      kernel.setArg(0, in);
      kernel.setArg(1, out);
      session.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
      session.queue().enqueueReadBuffer(out, CL_TRUE, 0, result.values.size() * sizeof(float),
                                        result.values.data());
    } catch (const wb::Error& error) {
      result.refused = error.what();
    }
    results.push_back(std::move(result));
  }
  return results;
}

void report_build_options(wb::Chapter& chapter) {
  const std::vector<ProbeResult> results = probe_build_options(chapter.session());
  std::vector<std::string> heading = {"build option"};
  for (const std::string& name : probe_names()) heading.push_back(name);
  heading.emplace_back("differs from no option in");
  wb::Table table(heading);
  nlohmann::json& json = chapter.document().extra["build_options"] = nlohmann::json::array();
  for (const ProbeResult& result : results) {
    std::vector<std::string> cells = {result.options.empty() ? "(none)" : result.options};
    std::string differs;
    for (std::size_t i = 0; i < probe_names().size() && result.refused.empty(); ++i) {
      cells.push_back(fmt::format("{:.9g}", result.values[i]));
      if (!same(result.values[i], results[0].values[i])) {
        differs += (differs.empty() ? "" : ", ") + probe_names()[i];
      }
    }
    json.push_back(
        {{"options", result.options}, {"differs", differs}, {"refused", !result.refused.empty()}});
    if (!result.refused.empty()) differs = "refused by this compiler";
    if (cells.size() == 1) cells.resize(heading.size() - 1);
    cells.push_back(&result == &results[0] ? "" : differs.empty() ? "nothing here" : differs);
    table.add(cells);
  }
  chapter.print("\nWhat a build option gives up, on values chosen to show it:\n{}", table.str());
}

}  // namespace chapters
