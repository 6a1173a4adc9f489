// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// One experiment of your own: values judged, races looked for, traffic counted, time placed under
// the roof.
//   scale --lens --race
#include "wb/chapter.hpp"

int main(int argc, char** argv) {
  wb::Experiment scale{.name = "scale", .dimensions = {"n"}};
  scale.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem{
        size, kind, {{"in", wb::Type::kFloat, size}}, {{"out", wb::Type::kFloat, size}}};
    problem.outputs[0].flags = CL_MEM_WRITE_ONLY;
    wb::fill(problem.inputs[0], kind, seed);
    return problem;
  };
  scale.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (const float x : problem.input("in").as<float>()) expected.value.push_back(2.0f * x);
    return expected;
  };
  scale.work = [](const wb::Size& size) {
    return wb::Work{double(size[0]), 8.0 * double(size[0])};
  };
  scale.variants = {{.name = "scalar",
                     .idea = "an element a work-item",
                     .plan = [](const wb::Size& size, const wb::DeviceFacts&) {
                       return wb::Plan{{{"scale.cl",
                                         "scale",
                                         "",
                                         {2.0f, "in", "out"},
                                         cl::NDRange(size[0]),
                                         cl::NDRange(64)}}};
                     }}};
  scale.default_size = {1 << 20}, scale.lens_size = {4096}, scale.race_sizes = {{256}};
  return wb::chapter_main(argc, argv, {"scale", "twice as much", {scale}},
                          [&](wb::Chapter& chapter) {
                            chapter.banner(), chapter.predict(scale), chapter.verify(scale),
                                chapter.measure(scale), chapter.report(scale);
                          });
}
