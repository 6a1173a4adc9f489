// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A chapter with a race at one of its two sizes.
#include "wb/chapter.hpp"

namespace {

wb::Variant mirror(const char* name, const char* options) {
  return {.name = name,
          .idea = name,
          .plan = [options](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{"mirror.cl",
                      "mirror",
                      options,
                      {"in", "out"},
                      cl::NDRange(size[0]),
                      cl::NDRange(64)}}};
          }};
}

}  // namespace

int main(int argc, char** argv) {
  wb::Experiment mirrors;
  mirrors.name = "mirrors";
  mirrors.dimensions = {"n"};
  mirrors.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem{
        size, kind, {{"in", wb::Type::kFloat, size}}, {{"out", wb::Type::kFloat, size}}};
    problem.outputs[0].flags = CL_MEM_WRITE_ONLY;
    wb::fill(problem.inputs[0], kind, seed);
    return problem;
  };
  mirrors.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    const auto in = problem.input("in").as<float>();
    for (std::size_t i = 0; i < in.size(); ++i)
      expected.value.push_back(in[i / 64 * 64 + 63 - i % 64]);
    return expected;
  };
  mirrors.variants = {mirror("waits", "-DWAITS=1"), mirror("waits alone", "-DWAITS=0")};
  mirrors.default_size = {64}, mirrors.race_sizes = {{64}, {128}};
  return wb::chapter_main(argc, argv, {"mirror", "reversed", {mirrors}}, [](wb::Chapter&) {});
}
