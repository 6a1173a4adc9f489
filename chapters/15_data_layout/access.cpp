// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <CL/cl_half.h>
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "15_data_layout/data_layout.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::size_t kAdds = 16;  // values a work-item adds up
constexpr std::size_t kStrides[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
constexpr std::size_t kWholeStrides = 3 * 64 * kAdds;  // every stride divides it

// ---------------------------------------------------------------------------------------------
// Strides and a gather

std::size_t values_of(const wb::Size& size) {
  return round_up(size.at(0), kWholeStrides);
}

// The sum of work-item `out`, whose k-th value stands at place(out, k).
wb::Expected sums_of(const wb::Problem& problem,
                     const std::function<std::size_t(std::size_t, std::size_t)>& place) {
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  expected.tolerance = wb::roundings(kAdds);
  expected.value.resize(in.size() / kAdds);
  expected.scale.resize(in.size() / kAdds);
  wb::parallel_for(expected.value.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t out = begin; out < end; ++out) {
      for (std::size_t k = 0; k < kAdds; ++k) {
        const double value = in[place(out, k)];
        expected.value[out] += value;
        expected.scale[out] += std::abs(value);
      }
    }
  });
  return expected;
}

// The same for the strides, in the order of memory: a large array is read once.
wb::Expected stride_sums(const wb::Problem& problem, std::size_t stride) {
  const auto in = problem.input("in").as<float>();
  const std::size_t items = in.size() / (stride * kAdds);
  wb::Expected expected;
  expected.tolerance = wb::roundings(kAdds);
  expected.value.resize(in.size() / kAdds);
  expected.scale.resize(in.size() / kAdds);
  constexpr std::size_t kPart = 64;  // work-items whose sums are made together
  const std::size_t parts = round_up(items, kPart) / kPart;
  wb::parallel_for(parts * 16384, [&](std::size_t begin, std::size_t end) {
    for (std::size_t part = begin / 16384; part < end / 16384; ++part) {
      for (std::size_t k = 0; k < kAdds; ++k) {
        for (std::size_t j = part * kPart; j < std::min(items, (part + 1) * kPart); ++j) {
          for (std::size_t pass = 0; pass < stride; ++pass) {
            const double value = in[(k * items + j) * stride + pass];
            expected.value[pass * items + j] += value;
            expected.scale[pass * items + j] += std::abs(value);
          }
        }
      }
    }
  });
  return expected;
}

// <sectors>
// Neighbours `stride` floats apart: 32 lanes span 4 * stride sectors, and cannot touch more
// than 32.
double sectors_a_request(std::size_t stride) {
  return double(std::min<std::size_t>(4 * stride, 32));
}
// </sectors>

wb::Variant stride_sum(std::size_t stride) {
  return {.name = fmt::format("stride {}", stride),
          .idea = "neighbouring work-items read floats this far apart",
          .plan = [stride](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t items = values_of(size) / (stride * kAdds);
            return {{{.kernel = "15_data_layout/stride.cl",
                      .entry = "stride_sum",
                      .options = fmt::format("-DSTRIDE={}", stride),
                      .args = {as_int(items), "in", "out"},
                      .global = cl::NDRange(round_up(items, kGroup), stride),
                      .local = cl::NDRange(kGroup, 1)}}};
          },
          .needs = needs_256,
          .predict = [stride](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
            const double requests = double(values_of(size)) / kLanes;
            return {{"global_load_requests", requests},
                    {"global_load_sectors", requests * sectors_a_request(stride)}};
          },
          .predicted_gain = [stride](const wb::Size&) { return 4 / sectors_a_request(stride); },
          .reference = [stride](const wb::Problem& problem,
                                std::size_t) { return stride_sums(problem, stride); }};
}

std::size_t gathered(std::size_t i, std::size_t n) {  // as gather.cl
  auto h = static_cast<std::uint32_t>(i);
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  h ^= h >> 16;
  return (std::uint64_t{h} * n) >> 32;
}

wb::Variant gather_sum() {
  return {.name = "gather",
          .idea = "a hash says where",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t n = values_of(size), items = n / kAdds;
            return {{{.kernel = "15_data_layout/gather.cl",
                      .entry = "gather_sum",
                      .options = "",
                      .args = {as_int(items), cl_uint(n), "in", "out"},
                      .global = cl::NDRange(round_up(items, kGroup)),
                      .local = cl::NDRange(kGroup)}}};
          },
          .needs = needs_256,
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const std::size_t n = values_of(size), items = n / kAdds;
            double sectors = 0;  // the places are known: count
            for (std::size_t first = 0; first < n; first += kLanes) {
              std::set<std::size_t> touched;
              for (std::size_t lane = 0; lane < kLanes; ++lane) {
                touched.insert(gathered(first + lane, n) * sizeof(float) / model.sector_bytes);
              }
              sectors += double(touched.size());
            }
            return {{"global_load_requests", double(items) * kAdds / kLanes},
                    {"global_load_sectors", sectors}};
          },
          .predicted_gain = [](const wb::Size&) { return 4.0 / 32; },
          .reference =
              [](const wb::Problem& problem, std::size_t) {
                const std::size_t n = problem.input("in").count(), items = n / kAdds;
                return sums_of(problem, [=](std::size_t out, std::size_t k) {
                  return gathered(k * items + out, n);
                });
              }};
}

// ---------------------------------------------------------------------------------------------
// Beginnings that are off the sector

constexpr std::size_t kOver = 16;  // elements behind the end, for the largest offset

wb::Problem make_elementwise(wb::Type type, const wb::Size& size, wb::DataKind kind,
                             std::uint64_t seed) {
  const std::size_t n = round_up(size.at(0), 16);
  wb::Problem problem;
  problem.inputs = {wb::Array("in", type, {n + kOver})};
  wb::fill(problem.inputs[0], kind, seed);
  problem.outputs = {wb::Array("out", type, {n}, CL_MEM_WRITE_ONLY)};
  return problem;
}

wb::Expected shifted(const wb::Problem& problem, std::size_t offset,
                     const std::function<double(double)>& f) {
  const wb::Array& in = problem.input("in");
  wb::Expected expected;
  expected.value.resize(problem.outputs[0].count());
  wb::parallel_for(expected.value.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) expected.value[i] = f(in.value(i + offset));
  });
  return expected;
}

// <pieces>
// Sectors of one element read by every lane: `first` bytes into a sector, neighbours `apart` bytes
// apart.
double sectors_of_piece(std::size_t first, std::size_t apart, std::size_t bytes) {
  return double((first % 32 + (kLanes - 1) * apart + bytes - 1) / 32 + 1);
}
// An access of `width` elements: one request where it is aligned, one an element where it may not
// be.
double sectors_of_access(std::size_t element, std::size_t width, std::size_t offset, bool pieces) {
  if (!pieces) return sectors_of_piece(offset * element, width * element, width * element);
  double sectors = 0;
  for (std::size_t e = 0; e < width; ++e) {
    sectors += sectors_of_piece((offset + e) * element, width * element, element);
  }
  return sectors;
}
// </pieces>

/// One way to read: so many elements a work-item, so many behind the buffer's start.
struct Reading {
  std::string kernel, entry, idea;
  std::size_t element, width, offset;
  bool vload;
};

wb::Variant reading(const Reading& r, const std::string& type,
                    const std::function<double(double)>& f) {
  std::string name = r.width == 1 ? type : fmt::format("{}{}", type, r.width);
  if (r.vload) name = fmt::format("vload{} of {}", r.width, type);
  name += fmt::format(", +{} B", r.offset * r.element);
  return {.name = name,
          .idea = r.idea,
          .plan = [r](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t n = round_up(size[0], 16);
            return {{{.kernel = r.kernel,
                      .entry = r.entry,
                      .options = fmt::format("-DWIDTH={} -DOFFSET={} -DVLOAD={:d}", r.width,
                                             r.offset, r.vload),
                      .args = {as_int(n), "in", "out"},
                      .global = cl::NDRange(round_up(n / r.width, kGroup)),
                      .local = cl::NDRange(kGroup)}}};
          },
          .needs = needs_256,
          .predict = [r](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
            const double warps = double(size[0]) / double(r.width * kLanes);
            return {{"global_load_requests", warps * (r.vload ? double(r.width) : 1)},
                    {"global_load_sectors",
                     warps * sectors_of_access(r.element, r.width, r.offset, r.vload)},
                    {"global_store_sectors", double(size[0] * r.element) / 32}};
          },
          .reference = [r, f](const wb::Problem& problem,
                              std::size_t) { return shifted(problem, r.offset, f); }};
}

wb::Experiment elementwise(const std::string& name, wb::Type type) {
  wb::Experiment experiment;
  experiment.name = name;
  experiment.dimensions = {"elements"};
  experiment.make = [type](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    return make_elementwise(type, size, kind, seed);
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return shifted(problem, 0, [](double x) { return x; });
  };
  experiment.work = [type](const wb::Size& size) -> wb::Work {
    return {0, 2.0 * double(round_up(size[0], 16) * wb::bytes_of(type))};
  };
  experiment.default_size = {1 << 21};
  experiment.gpu_size = {1 << 25};
  experiment.lens_size = {2048};
  experiment.race_sizes = {{1}, {64}};
  experiment.test_sizes = {{1}, {1000}, {4096}};
  return experiment;
}

}  // namespace

wb::Experiment layout_strides() {
  wb::Experiment experiment;
  experiment.name = "stride";
  experiment.dimensions = {"values"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {values_of(size)})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {
        wb::Array("out", wb::Type::kFloat, {values_of(size) / kAdds}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t output) {
    return stride_sum(1).reference(problem, output);
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, double(values_of(size)) * sizeof(float) * (1 + 1.0 / kAdds)};
  };
  for (const std::size_t stride : kStrides) experiment.variants.push_back(stride_sum(stride));
  experiment.variants.push_back(gather_sum());
  experiment.default_size = {3 * (1 << 20)};
  experiment.gpu_size = {126 * (1 << 20)};
  experiment.lens_size = {98304};  // whole warps at every stride
  experiment.race_sizes = {{1}};
  experiment.test_sizes = {{1}, {10000}};
  return experiment;
}

wb::Experiment layout_shifts() {
  wb::Experiment experiment = elementwise("float", wb::Type::kFloat);
  experiment.name = "misaligned floats";
  const auto add = [&](std::size_t width, std::size_t offset, bool vload) {
    experiment.variants.push_back(
        reading({"15_data_layout/shift.cl", "shift_copy", "a copy from some bytes on",
                 sizeof(float), width, offset, vload},
                "float", [](double x) { return x; }));
  };
  for (const std::size_t offset : {0, 1, 2, 4}) add(1, offset, false);
  for (const std::size_t offset : {0, 4}) add(4, offset, false);
  for (const std::size_t offset : {0, 1, 2}) add(4, offset, true);
  return experiment;
}

wb::Experiment layout_bytes() {
  wb::Experiment experiment = elementwise("bytes", wb::Type::kUchar);
  const auto add = [&](std::size_t width, std::size_t offset, bool vload) {
    experiment.variants.push_back(reading({"15_data_layout/bytes.cl", "negative",
                                           "the negative of a picture", 1, width, offset, vload},
                                          "uchar", [](double x) { return 255 - x; }));
  };
  for (const std::size_t offset : {0, 1, 3}) add(1, offset, false);
  add(4, 0, false);
  add(16, 0, false);
  for (const std::size_t offset : {0, 1}) add(4, offset, true);
  add(16, 1, true);
  experiment.default_size = {1 << 22};
  experiment.gpu_size = {3 << 25};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

wb::Experiment layout_halves() {
  wb::Experiment experiment = elementwise("half storage", wb::Type::kUshort);
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem = make_elementwise(wb::Type::kUshort, size, kind, seed);
    wb::Array floats("", wb::Type::kFloat, problem.inputs[0].shape);
    wb::fill(floats, kind, seed);
    const auto from = floats.as<float>();
    const auto to = problem.inputs[0].as<std::uint16_t>();
    wb::parallel_for(from.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) to[i] = cl_half_from_float(from[i], CL_HALF_RTE);
    });
    return problem;
  };
  // Half a half and a quarter: exact in single precision, so one rounding decides every bit.
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return shifted(problem, 0, [](double bits) {
      const float x = cl_half_to_float(static_cast<cl_half>(bits));
      return double(cl_half_from_float(0.5f * x + 0.25f, CL_HALF_RTE));
    });
  };
  static constexpr const char* kNames[] = {"vload_half", "vload_half4", "vloada_half4"};
  for (int how = 0; how < 3; ++how) {
    experiment.variants.push_back(
        {.name = kNames[how],
         .idea = "half in memory, float in registers",
         .plan = [how](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
           const std::size_t n = round_up(size[0], 16);
           return {{{.kernel = "15_data_layout/half.cl",
                     .entry = "scale_half",
                     .options = fmt::format("-DHOW={}", how),
                     .args = {as_int(n), "in", "out"},
                     .global = cl::NDRange(round_up(how == 0 ? n : n / 4, kGroup)),
                     .local = cl::NDRange(kGroup)}}};
         },
         .needs = needs_256,
         .predict = [how](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
           const std::size_t width = how == 0 ? 1 : 4;
           const double warps = double(size[0]) / double(width * kLanes);
           return {{"global_load_sectors", warps * sectors_of_access(2, width, 0, how == 1)}};
         }});
  }
  experiment.gpu_size = {3 << 24};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

wb::Experiment layout_floats() {
  wb::Experiment experiment = elementwise("float storage", wb::Type::kFloat);
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected = shifted(problem, 0, [](double x) { return 0.5 * x + 0.25; });
    expected.tolerance = wb::roundings(1);
    expected.scale.assign(expected.value.size(), 1);
    return expected;
  };
  for (const std::size_t width : {1, 4}) {
    experiment.variants.push_back(
        {.name = width == 1 ? "float" : "float4",
         .idea = "the same on floats",
         .plan = [width](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
           const std::size_t n = round_up(size[0], 16);
           return {{{.kernel = "15_data_layout/float.cl",
                     .entry = "scale_float",
                     .options = fmt::format("-DWIDTH={}", width),
                     .args = {as_int(n), "in", "out"},
                     .global = cl::NDRange(round_up(n / width, kGroup)),
                     .local = cl::NDRange(kGroup)}}};
         },
         .needs = needs_256,
         .predict = [width](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
           const double warps = double(size[0]) / double(width * kLanes);
           return {{"global_load_sectors", warps * sectors_of_access(4, width, 0, false)}};
         }});
  }
  experiment.gpu_size = {3 << 24};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

wb::Experiment layout_triples() {
  wb::Experiment experiment;
  experiment.name = "triples";
  experiment.dimensions = {"vectors"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {4 * size.at(0)})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0]}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.work = [](const wb::Size& size) -> wb::Work { return {0, 16.0 * double(size[0])}; };
  static constexpr const char* kNames[] = {"float3", "packed, vload3", "three arrays"};
  for (std::size_t stored = 0; stored < 3; ++stored) {
    const auto place = [stored](std::size_t i, std::size_t axis, std::size_t n) {
      return stored == 0 ? 4 * i + axis : stored == 1 ? 3 * i + axis : axis * n + i;
    };
    experiment.variants.push_back(
        {.name = kNames[stored],
         .idea = "three floats that belong together",
         .plan = [stored](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
           return {{{.kernel = "15_data_layout/triples.cl",
                     .entry = "squared_length",
                     .options = fmt::format("-DSTORED={}", stored),
                     .args = {as_int(size[0]), "in", "out"},
                     .global = cl::NDRange(round_up(size[0], kGroup)),
                     .local = cl::NDRange(kGroup)}}};
         },
         .needs = needs_256,
         .predict = [stored](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
           const double warps = double(size[0]) / kLanes;
           const double sectors[] = {16, 3 * 12, 3 * 4}, requests[] = {1, 3, 3};
           return {{"global_load_requests", warps * requests[stored]},
                   {"global_load_sectors", warps * sectors[stored]}};
         },
         .reference =
             [place](const wb::Problem& problem, std::size_t) {
               const auto in = problem.input("in").as<float>();
               wb::Expected expected;
               expected.tolerance = wb::roundings(5);
               expected.value.resize(problem.outputs[0].count());
               wb::parallel_for(expected.value.size(), [&](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i) {
                   for (std::size_t axis = 0; axis < 3; ++axis) {
                     const double x = in[place(i, axis, expected.value.size())];
                     expected.value[i] += x * x;
                   }
                 }
               });
               return expected;
             }});
  }
  experiment.reference = experiment.variants[0].reference;
  experiment.default_size = {1 << 20};
  experiment.gpu_size = {1 << 24};
  experiment.lens_size = {2048};
  experiment.race_sizes = {{1}, {33}};
  experiment.test_sizes = {{1}, {257}, {1000}};
  return experiment;
}

}  // namespace chapters
